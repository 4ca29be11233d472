export { inColour as look } from '../../kit/symbols'
