import type { Input } from "../../shared/messages.ts";

/**
 * A player's controls between two ticks. Inputs come at any rate; a tick reads them once. Where the pointer is, the latest
 * input wins. A button is latched: a press is kept until a tick has acted on it, so that one that began and ended between
 * two ticks is not lost, and any number of presses between two ticks count as one.
 */
export interface Controls {
  /** Whether there is a point to steer to: false until the first input, and after a lost connection. */
  steering: boolean;
  /** The pointer, in u. */
  pointerX: number;
  pointerY: number;
  /** The point to steer to, in u: the pointer, or with the line lock, the point of the line that is nearest to it. */
  aimX: number;
  aimY: number;
  splitDown: boolean;
  splitPressed: boolean;
  ejectDown: boolean;
  ejectPressed: boolean;
  /** Whether the line lock is asked for, and whether the line below is in force. */
  lockDown: boolean;
  locked: boolean;
  /** A point of the line (u), and its direction, a unit vector. */
  lineX: number;
  lineY: number;
  lineDirectionX: number;
  lineDirectionY: number;
}

export function createControls(): Controls {
  return {
    steering: false,
    pointerX: 0,
    pointerY: 0,
    aimX: 0,
    aimY: 0,
    splitDown: false,
    splitPressed: false,
    ejectDown: false,
    ejectPressed: false,
    lockDown: false,
    locked: false,
    lineX: 0,
    lineY: 0,
    lineDirectionX: 1,
    lineDirectionY: 0,
  };
}

/** Takes in one input of a player. */
export function latchInput(controls: Controls, input: Input): void {
  controls.steering = true;
  controls.pointerX = input.x;
  controls.pointerY = input.y;
  controls.aimX = input.x;
  controls.aimY = input.y;
  if (input.split && !controls.splitDown) controls.splitPressed = true;
  controls.splitDown = input.split;
  if (input.eject && !controls.ejectDown) controls.ejectPressed = true;
  controls.ejectDown = input.eject;
  controls.lockDown = input.lock === true;
}

/**
 * Where to steer in this tick. When the line lock has been asked for since the last one, its line goes from (x, y), the middle of
 * the player's cells, through the pointer.
 */
export function takeAim(controls: Controls, x: number, y: number): void {
  const { pointerX, pointerY } = controls;
  controls.aimX = pointerX;
  controls.aimY = pointerY;
  if (!controls.lockDown) {
    controls.locked = false;
    return;
  }
  if (!controls.locked) {
    const distance = Math.sqrt((pointerX - x) ** 2 + (pointerY - y) ** 2);
    controls.locked = true;
    controls.lineX = x;
    controls.lineY = y;
    controls.lineDirectionX = distance > 0 ? (pointerX - x) / distance : 1;
    controls.lineDirectionY = distance > 0 ? (pointerY - y) / distance : 0;
  }
  const { lineX, lineY, lineDirectionX, lineDirectionY } = controls;
  const along = (pointerX - lineX) * lineDirectionX + (pointerY - lineY) * lineDirectionY;
  controls.aimX = lineX + along * lineDirectionX;
  controls.aimY = lineY + along * lineDirectionY;
}

/** Lets go of everything: the player stands still until the next input. */
export function releaseControls(controls: Controls): void {
  controls.steering = false;
  controls.splitDown = false;
  controls.ejectDown = false;
  controls.lockDown = false;
  controls.locked = false;
  dropPresses(controls);
}

/** Forgets presses that no tick has acted on, so that one made while dead does nothing later. */
export function dropPresses(controls: Controls): void {
  controls.splitPressed = false;
  controls.ejectPressed = false;
}

/** Whether to split in this tick; the press is used up. */
export function takeSplit(controls: Controls): boolean {
  const pressed = controls.splitPressed;
  controls.splitPressed = false;
  return pressed;
}

/** Whether to eject in this tick; the press is used up, and is renewed at once while the button is down. */
export function takeEject(controls: Controls): boolean {
  const pressed = controls.ejectDown || controls.ejectPressed;
  controls.ejectPressed = false;
  return pressed;
}
