/** Measures the page from within: when one plays, what each frame's scripts take, and how much is drawn. */
export interface Probe {
  /** Milliseconds since the navigation began; 0 for what has not come yet. */
  readonly marks: {
    /** The script has run: the menu answers. */
    menu: number;
    /** The visitor has asked to play. */
    asked: number;
    /** The first frame that shows the own cell has been drawn, and the cell is steered: the first input has been sent. */
    playing: number;
  };
  begin(): void;
  /** Milliseconds and bodies of each frame since begin(), and for how many seconds that was. */
  end(): { frames: number[]; bodies: number[]; elapsed: number };
}

/**
 * Runs in the page, before its own scripts; must not refer to anything outside of itself. A frame's script time is that of its
 * callback and of all messages since the frame before. A body is a picture or a circle drawn, but for labels, which are wide.
 */
export function installProbe(): void {
  const frames: number[] = [];
  const bodies: number[] = [];
  let messages = 0;
  let drawn = 0;
  let beganAt = 0;
  const request = window.requestAnimationFrame.bind(window);
  const marks = { menu: 0, asked: 0, playing: 0 };
  let isSteering = false;
  /** The first byte of a frame with a message to the room (Colyseus' Protocol.ROOM_DATA); the first of them is an input. */
  const ROOM_DATA = 13;

  document.addEventListener("DOMContentLoaded", () => {
    marks.menu = performance.now();
  });
  // The menu gives the name's field the focus once it answers: Enter would do the same there.
  const askToPlay = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement) || target.id !== "name") return;
    document.removeEventListener("focusin", askToPlay);
    request(() => request(() => target.form?.requestSubmit()));
  };
  document.addEventListener("focusin", askToPlay);
  document.addEventListener("submit", () => (marks.asked = performance.now()), { capture: true });
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (this: WebSocket, data: Parameters<typeof send>[0]) {
    if (data instanceof Uint8Array && data[0] === ROOM_DATA) isSteering = true;
    send.call(this, data);
  };

  window.requestAnimationFrame = (callback) =>
    request((now) => {
      const before = performance.now();
      // What is known by now is drawn in this frame.
      const hasCell = marks.asked > 0 && Number(document.getElementById("score")?.textContent) > 0;
      callback(now);
      if (hasCell && drawn > 0 && isSteering) marks.playing ||= performance.now();
      if (beganAt > 0) {
        // For a trace, which knows the processor time of this frame.
        console.timeStamp(`drawn ${drawn}`);
        frames.push(performance.now() - before + messages);
        bodies.push(drawn);
      }
      messages = 0;
      drawn = 0;
    });

  const slot = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    configurable: true,
    set(this: WebSocket, handler: (event: MessageEvent) => void) {
      slot?.set?.call(this, (event: MessageEvent) => {
        const before = performance.now();
        handler.call(this, event);
        messages += performance.now() - before;
      });
    },
  });

  const { drawImage, arc } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    const { width, height } = given[0] as HTMLCanvasElement;
    if (width === height) drawn++;
    Reflect.apply(drawImage, this, given);
  } as typeof drawImage;
  CanvasRenderingContext2D.prototype.arc = function (this: CanvasRenderingContext2D, ...given) {
    drawn++;
    Reflect.apply(arc, this, given);
  };

  const probe: Probe = {
    marks,
    begin() {
      frames.length = bodies.length = 0;
      beganAt = performance.now();
    },
    end() {
      const elapsed = (performance.now() - beganAt) / 1000;
      // Frames left out by a page that cannot keep up, and drawings of the menu, are none.
      return { frames: frames.filter((_, i) => bodies[i] > 0), bodies: bodies.filter((count) => count > 0), elapsed };
    },
  };
  Object.assign(window, { probe });
}
