/** Short, dry sounds made on the spot; never two at once, off until asked for. */

import { settings } from "./settings.svelte";

export type Sound = "card" | "build" | "destroy" | "move" | "draw" | "bell" | "knock" | "end";

interface Note {
  kind: OscillatorType | "noise";
  from: number; // Hertz; for noise the middle of its band
  to: number;
  at: number; // seconds
  length: number;
  volume: number;
}

const NOTES: Record<Sound, Note[]> = {
  card: [{ kind: "noise", from: 2400, to: 1400, at: 0, length: 0.06, volume: 0.5 }],
  build: [
    { kind: "noise", from: 700, to: 260, at: 0, length: 0.12, volume: 0.8 },
    { kind: "sine", from: 150, to: 80, at: 0, length: 0.14, volume: 0.5 },
  ],
  destroy: [
    { kind: "noise", from: 900, to: 160, at: 0, length: 0.24, volume: 0.9 },
    { kind: "sine", from: 90, to: 45, at: 0.03, length: 0.2, volume: 0.5 },
  ],
  move: [
    { kind: "noise", from: 900, to: 600, at: 0, length: 0.05, volume: 0.5 },
    { kind: "noise", from: 900, to: 600, at: 0.13, length: 0.05, volume: 0.5 },
  ],
  draw: [{ kind: "noise", from: 3600, to: 5200, at: 0, length: 0.13, volume: 0.25 }],
  bell: [
    { kind: "sine", from: 660, to: 656, at: 0, length: 0.25, volume: 0.35 },
    { kind: "sine", from: 1582, to: 1570, at: 0, length: 0.18, volume: 0.12 },
  ],
  knock: [{ kind: "triangle", from: 170, to: 110, at: 0, length: 0.11, volume: 0.6 }],
  end: [
    { kind: "triangle", from: 392, to: 391, at: 0, length: 0.12, volume: 0.4 },
    { kind: "triangle", from: 494, to: 493, at: 0.06, length: 0.12, volume: 0.4 },
    { kind: "triangle", from: 587, to: 585, at: 0.12, length: 0.13, volume: 0.4 },
  ],
};

let context: AudioContext | null = null;
let busyUntil = 0;

/** Play a sound if sounds are on and none is playing. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.currentTime < busyUntil) return;
  busyUntil = context.currentTime + Math.max(...NOTES[sound].map((note) => note.at + note.length));
  for (const note of NOTES[sound]) playNote(context, note);
}

function playNote(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at;
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(note.volume * 0.3, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + note.length);
  loudness.connect(audio.destination);
  const source = note.kind === "noise" ? noise(audio, note, start, loudness) : tone(audio, note, start, loudness);
  source.start(start);
  source.stop(start + note.length);
}

function tone(audio: AudioContext, note: Note, start: number, into: AudioNode): AudioScheduledSourceNode {
  const oscillator = audio.createOscillator();
  oscillator.type = note.kind as OscillatorType;
  oscillator.frequency.setValueAtTime(note.from, start);
  oscillator.frequency.exponentialRampToValueAtTime(note.to, start + note.length);
  oscillator.connect(into);
  return oscillator;
}

function noise(audio: AudioContext, note: Note, start: number, into: AudioNode): AudioScheduledSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * note.length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.9;
  band.frequency.setValueAtTime(note.from, start);
  band.frequency.exponentialRampToValueAtTime(note.to, start + note.length);
  source.connect(band).connect(into);
  return source;
}
