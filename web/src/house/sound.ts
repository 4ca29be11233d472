import { settings } from './settings.svelte'
import { strokes, type SoundName, type Stroke } from './sounds'

/** Small sounds, made and not loaded. Off unless somebody turns them on, and as loud as they like. */

let context: AudioContext | null = null
let out: GainNode | null = null
let hiss: AudioBuffer | null = null

export function sound(what: SoundName): void {
  if (!settings.sound || settings.volume <= 0 || document.hidden) return
  if (navigator.userActivation?.hasBeenActive === false) return // no browser lets us before somebody has touched the page
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  out ??= loudspeaker(context)
  out.gain.value = settings.volume ** 2 // as ears count
  const start = context.currentTime + 0.01
  for (const stroke of strokes(what)) strike(context, out, stroke, start + stroke.at)
}

/** Many at once do not become shrill. */
function loudspeaker(context: AudioContext): GainNode {
  const gain = context.createGain()
  gain.connect(context.createDynamicsCompressor()).connect(context.destination)
  return gain
}

function strike(context: AudioContext, out: AudioNode, { of, pitch, length, level }: Stroke, at: number): void {
  const fades = context.createGain()
  fades.gain.setValueAtTime(0, at)
  fades.gain.linearRampToValueAtTime(level, at + (of === 'noise' ? length / 5 : 0.003))
  fades.gain.exponentialRampToValueAtTime(0.0001, at + length)
  fades.connect(out)
  if (of === 'noise') return run(rustle(context, pitch, fades), at, length)
  // A bar of wood sounds its fourth partial too, a bell those between the notes.
  const partials = of === 'wood' ? [[1, 1], [3.9, 0.22]] : [[1, 1], [2.76, 0.3], [5.4, 0.12]] // prettier-ignore
  for (const [times, share] of partials) {
    const [tone, part] = [context.createOscillator(), context.createGain()]
    tone.frequency.setValueAtTime(pitch * times!, at)
    if (of === 'wood') tone.frequency.exponentialRampToValueAtTime(pitch * times! * 0.92, at + length)
    part.gain.value = share!
    tone.connect(part).connect(fades)
    run(tone, at, length)
  }
}

function rustle(context: AudioContext, pitch: number, to: AudioNode): AudioBufferSourceNode {
  hiss ??= whiteNoise(context)
  const source = context.createBufferSource()
  source.buffer = hiss
  const band = context.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = pitch
  band.Q.value = 0.9
  source.connect(band).connect(to)
  return source
}

function run(source: AudioScheduledSourceNode, at: number, length: number): void {
  source.start(at)
  source.stop(at + length + 0.02)
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let sample = 0; sample < samples.length; sample++) samples[sample] = 2 * Math.random() - 1
  return buffer
}
