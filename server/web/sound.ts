/** A few small sounds, made on the spot: no files. Silent until the player has touched the page, as browsers want it. */

export type SoundName = "pellet" | "eat" | "split" | "eject" | "pop" | "death" | "spawn" | "chat";

interface Tone {
  /** From and to, in Hz, over the length in seconds. */
  from: number;
  to: number;
  seconds: number;
  /** Loudness at the start, of 1. */
  gain: number;
  wave: OscillatorType;
}

const TONES: Readonly<Record<SoundName, Tone>> = {
  pellet: { from: 520, to: 760, seconds: 0.05, gain: 0.035, wave: "sine" },
  eat: { from: 200, to: 440, seconds: 0.18, gain: 0.14, wave: "triangle" },
  split: { from: 420, to: 180, seconds: 0.13, gain: 0.12, wave: "triangle" },
  eject: { from: 320, to: 240, seconds: 0.07, gain: 0.08, wave: "sine" },
  pop: { from: 160, to: 50, seconds: 0.3, gain: 0.18, wave: "sawtooth" },
  death: { from: 330, to: 70, seconds: 0.6, gain: 0.16, wave: "triangle" },
  spawn: { from: 260, to: 620, seconds: 0.22, gain: 0.1, wave: "sine" },
  chat: { from: 880, to: 880, seconds: 0.06, gain: 0.04, wave: "sine" },
};
/** The sound system is opened so long (milliseconds) after the first sound: it takes a while, and the game's first picture goes before. */
const OPENING_DELAY = 300;
/** The same sound not more often than this, in seconds. */
const LEAST_INTERVAL = 0.06;

export interface Sounds {
  play(name: SoundName): void;
}

export function createSounds(isOn: () => boolean): Sounds {
  let context: AudioContext | undefined;
  let isOpening = false;
  const playedAt = new Map<SoundName, number>();

  function open(): void {
    context = new AudioContext();
  }

  return {
    play(name) {
      if (!isOn() || document.hidden || navigator.userActivation?.hasBeenActive === false) return;
      if (!context) {
        if (!isOpening) setTimeout(open, OPENING_DELAY);
        isOpening = true;
        return;
      }
      const now = context.currentTime;
      if (now - (playedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LEAST_INTERVAL) return;
      playedAt.set(name, now);
      const { from, to, seconds, gain, wave } = TONES[name];
      const oscillator = context.createOscillator();
      const volume = context.createGain();
      oscillator.type = wave;
      oscillator.frequency.setValueAtTime(from, now);
      oscillator.frequency.exponentialRampToValueAtTime(to, now + seconds);
      volume.gain.setValueAtTime(gain, now);
      volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
      oscillator.connect(volume).connect(context.destination);
      oscillator.start(now);
      oscillator.stop(now + seconds);
    },
  };
}
