import type { Input } from "../../shared/messages.ts";

/**
 * A player's controls between two ticks. Inputs come at any rate; a tick reads them once. Where the pointer is, the latest
 * input wins. A button is latched: a press is kept until a tick has acted on it, so that one that began and ended between
 * two ticks is not lost, and any number of presses between two ticks count as one.
 */
export interface Controls {
  /** Whether there is a point to steer to: false until the first input, and after a lost connection. */
  steering: boolean;
  /** The point to steer to, in u. */
  aimX: number;
  aimY: number;
  splitDown: boolean;
  splitPressed: boolean;
  ejectDown: boolean;
  ejectPressed: boolean;
}

export function createControls(): Controls {
  return {
    steering: false,
    aimX: 0,
    aimY: 0,
    splitDown: false,
    splitPressed: false,
    ejectDown: false,
    ejectPressed: false,
  };
}

/** Takes in one input of a player. */
export function latchInput(controls: Controls, input: Input): void {
  controls.steering = true;
  controls.aimX = input.x;
  controls.aimY = input.y;
  if (input.split && !controls.splitDown) controls.splitPressed = true;
  controls.splitDown = input.split;
  if (input.eject) controls.ejectPressed = true;
  controls.ejectDown = input.eject;
}

/** Lets go of everything: the player stands still until the next input. */
export function releaseControls(controls: Controls): void {
  controls.steering = false;
  controls.splitDown = false;
  controls.ejectDown = false;
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
