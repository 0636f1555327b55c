/* The noises of the puppets, made on the spot: a voice for every seat, higher, louder and rougher
 * the more power there is. Browsers allow sound only after the user has touched the page. */
import { settings } from '../../lib/browser/settings.svelte';

interface Voice {
  wave: OscillatorType;
  /** Hz at no power, and how many octaves full power adds. */
  pitch: number;
  rise: number;
  /** The middle of the mouth's sound, Hz. */
  mouth: number;
  /** How the pitch slides within one noise: above 1 asks, below 1 grumbles. */
  slide: number;
  seconds: number;
}

const VOICES: Voice[] = [
  { wave: 'sawtooth', pitch: 82, rise: 1.1, mouth: 520, slide: 0.6, seconds: 0.32 },
  { wave: 'square', pitch: 147, rise: 0.9, mouth: 800, slide: 0.75, seconds: 0.2 },
  { wave: 'triangle', pitch: 196, rise: 1.2, mouth: 1100, slide: 1.35, seconds: 0.24 },
  { wave: 'sine', pitch: 110, rise: 1.3, mouth: 400, slide: 1.2, seconds: 0.4 },
  { wave: 'sawtooth', pitch: 330, rise: 1.0, mouth: 1900, slide: 0.7, seconds: 0.16 },
  { wave: 'square', pitch: 73, rise: 1.0, mouth: 350, slide: 0.8, seconds: 0.26 },
  { wave: 'triangle', pitch: 247, rise: 0.9, mouth: 700, slide: 0.9, seconds: 0.36 },
  { wave: 'sawtooth', pitch: 220, rise: 1.3, mouth: 1500, slide: 1.6, seconds: 0.14 },
];
const LOUDEST = 0.22;

export class Voices {
  private context: AudioContext | null = null;
  private out: GainNode | null = null;
  private timer = 0;

  /** The page has been touched: from now on there may be sound. */
  awake(): void {
    if (!settings.sound) return;
    /* In a task of its own, as it takes a slow machine a while; the touch is answered first. */
    if (!this.context) this.timer ||= window.setTimeout(() => this.open());
    else if (this.context.state === 'suspended') void this.context.resume();
  }

  private open(): void {
    this.timer = 0;
    this.context = new AudioContext();
    const limiter = this.context.createDynamicsCompressor();
    this.out = this.context.createGain();
    this.out.connect(limiter).connect(this.context.destination);
  }

  /** One noise of this seat, with this much power; to the left or right as it stands. */
  speak(seat: number, power: number, side: number): void {
    const context = this.context;
    if (!settings.sound || !context || !this.out || context.state !== 'running' || document.hidden) return;
    const voice = VOICES[seat % VOICES.length]!;
    const now = context.currentTime;
    const end = now + voice.seconds * (0.7 + 0.6 * power);
    const pitch = voice.pitch * 2 ** (voice.rise * power) * (0.97 + 0.06 * Math.random());

    const tone = context.createOscillator();
    tone.type = voice.wave;
    tone.frequency.setValueAtTime(pitch, now);
    tone.frequency.exponentialRampToValueAtTime(pitch * voice.slide, end);
    const mouth = context.createBiquadFilter();
    mouth.type = 'lowpass';
    mouth.Q.value = 4;
    mouth.frequency.setValueAtTime(voice.mouth * 0.6, now);
    mouth.frequency.linearRampToValueAtTime(voice.mouth * (1 + 2 * power), (now + end) / 2);
    mouth.frequency.linearRampToValueAtTime(voice.mouth * 0.5, end);
    const loudness = context.createGain();
    loudness.gain.setValueAtTime(0.0001, now);
    loudness.gain.linearRampToValueAtTime(0.015 + LOUDEST * power * power, now + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0005, end);
    const place = context.createStereoPanner();
    place.pan.value = Math.max(-0.8, Math.min(0.8, side));

    tone.connect(mouth).connect(loudness).connect(place).connect(this.out);
    tone.start(now);
    tone.stop(end + 0.02);
    tone.onended = () => place.disconnect();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    void this.context?.close();
    this.context = null;
    this.out = null;
  }
}
