import { settings } from './settings.svelte'

/** Small sounds, made and not loaded: notes of a wooden bar. Off unless somebody turns them on. */
const NOTES = { move: [330], turn: [440, 660], end: [392, 494, 587], gesture: [880] } as const

let context: AudioContext | null = null

export function sound(what: keyof typeof NOTES): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  const start = context.currentTime
  NOTES[what].forEach((pitch, index) => strike(context!, pitch, start + index * 0.11))
}

function strike(context: AudioContext, pitch: number, at: number): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.12, at + 0.006)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.22)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.24)
}
