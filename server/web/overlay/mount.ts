/**
 * The overlay for a page that shows a room of its own: it draws over the page's canvas, on one of its own, and puts a panel
 * beside it. Nothing of it runs, and nothing is asked of the server, while it is closed.
 */
import type { Inspection } from "../../../shared/inspection.ts";
import { wordsFor } from "./algorithms.ts";
import { type Colors, watchColors } from "./colors.ts";
import { fitted, make } from "./dom.ts";
import { createInspector, type InspectedRoom } from "./inspector.ts";
import { drawLayers, type WorldView } from "./layers.ts";
import { createOverlayPanel, type OverlayPanel } from "./panel.ts";
import { createFocusFinder, createPicture, type Picture } from "./picture.ts";
import type { Point } from "./places.ts";

export interface OverlayOptions {
  /** The canvas that shows the world; the overlay covers it and lets the pointer through. */
  readonly canvas: HTMLCanvasElement;
  /** What part of the world it shows; read in each frame. */
  readonly view: WorldView;
  /** Where the page draws a body now, in u, so that the overlay fits it; undefined for one that it does not draw. */
  placeOf?(key: number): Readonly<Point> | undefined;
  /** Told when it opens and closes. */
  onToggle?(isOpen: boolean): void;
}

export interface Overlay {
  readonly isOpen: boolean;
  /** To be called with each room that is joined, and again when its line is back. */
  attach(room: InspectedRoom): void;
  toggle(): void;
  /** To be told of refusals; true when it was one of the overlay's, and is shown there. */
  refused(refusal: { readonly message: string; readonly field: string; readonly reason: string }): boolean;
}

/** Where the admin token is kept until the tab is closed. */
const TOKEN_KEY = "krill.admin-token";
/** Where the style is served. */
const STYLE = "/overlay.css";

export function mountOverlay(options: OverlayOptions): Overlay {
  const { canvas, view, placeOf, onToggle } = options;
  const surface = make("canvas", "overlay-surface");
  surface.setAttribute("aria-hidden", "true");
  let colors: Colors | undefined;
  let panel: OverlayPanel | undefined;
  let picture: Picture | undefined;
  let pointer: Point | undefined;
  let isOpen = false;
  const finder = createFocusFinder();
  const inspector = createInspector((inspection) => take(inspection));

  canvas.addEventListener("pointermove", (event) => {
    if (!isOpen) return;
    const box = canvas.getBoundingClientRect();
    pointer = {
      x: view.x + (event.clientX - box.left - box.width / 2) / view.zoom,
      y: view.y + (event.clientY - box.top - box.height / 2) / view.zoom,
    };
  });

  function take(inspection: Inspection): void {
    picture = createPicture(inspection, wordsFor(inspection.algorithm)?.lists !== "compared");
    panel?.show(inspection, inspector.history);
  }

  function open(): void {
    if (!colors) colors = loadColors();
    panel ??= createOverlayPanel(colors, {
      onToken(token) {
        keepToken(token);
        inspector.turn(true, token);
      },
      onClose: toggle,
    });
    canvas.after(surface);
    document.body.append(panel.element);
    panel.ask("");
    inspector.turn(true, keptToken());
    requestAnimationFrame(draw);
  }

  function close(): void {
    inspector.turn(false);
    picture = undefined;
    surface.remove();
    panel?.element.remove();
  }

  function toggle(): void {
    isOpen = !isOpen;
    if (isOpen) open();
    else close();
    onToggle?.(isOpen);
  }

  function draw(): void {
    if (!isOpen) return;
    requestAnimationFrame(draw);
    const size = fitted(surface);
    if (!picture || !panel || !colors) return;
    const { keys } = picture.inspection;
    if (placeOf) {
      for (let place = 0; place < keys.length; place++) {
        const at = placeOf(keys[place]);
        if (!at) continue;
        picture.x[place] = at.x;
        picture.y[place] = at.y;
      }
    }
    const focus = finder.find(picture, pointer, view.zoom);
    inspector.ask(focus.place === undefined ? null : keys[focus.place]);
    drawLayers(size.context, size, view, picture, panel.choice, colors, focus);
    panel.follow(picture, focus, inspector.explanation);
  }

  return {
    get isOpen() {
      return isOpen;
    },
    attach: inspector.attach,
    toggle,
    refused({ message, field, reason }) {
      if (!isOpen || message !== "inspect") return message === "explain";
      if (field === "token") keepToken("");
      panel?.ask(`${reason[0].toUpperCase()}${reason.slice(1)}.`);
      return true;
    },
  };
}

/** Asks for the overlay's style, and gives the colours of it as soon as they are there. */
function loadColors(): Colors {
  const link = make("link");
  link.rel = "stylesheet";
  link.href = STYLE;
  const colors = watchColors(document.body);
  link.addEventListener("load", colors.update);
  document.head.append(link);
  return colors;
}

function keptToken(): string | undefined {
  try {
    return sessionStorage.getItem(TOKEN_KEY) || undefined;
  } catch {
    return undefined;
  }
}

function keepToken(token: string): void {
  try {
    sessionStorage.setItem(TOKEN_KEY, token);
  } catch {
    // A browser that keeps nothing for the page: it is asked for anew each time.
  }
}
