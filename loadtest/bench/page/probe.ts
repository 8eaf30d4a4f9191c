/** Measures the page from within: what each frame's scripts take, and how much is drawn. */
export interface Probe {
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
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      const before = performance.now();
      callback(now);
      if (beganAt > 0) {
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
