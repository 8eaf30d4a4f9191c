/** The page's side of looking into a room: asks, keeps what comes, and asks again when the line was lost. */
import {
  type BodyExplanation,
  type ExplainRequest,
  type Inspection,
  InspectionName,
  type InspectRequest,
} from "../../../shared/inspection.ts";
import { createHistory, type History } from "./history.ts";

/** What is needed of a room: the SDK's Room has it. */
export interface InspectedRoom {
  send(type: string, message: unknown): void;
  onMessage<T>(type: string, take: (message: T) => void): unknown;
}

export interface Inspector {
  readonly isOn: boolean;
  readonly latest: Inspection | undefined;
  readonly history: History;
  /** Of the body asked about. */
  readonly explanation: BodyExplanation | undefined;
  /** Begins to look into this room; to be called anew with each room, and each time the line is back. */
  attach(room: InspectedRoom): void;
  /** Begins to look, or ends it. */
  turn(on: boolean, token?: string): void;
  /** Asks about a body; null for none. */
  ask(key: number | null): void;
}

/** @param onInspection told of each inspection that comes */
export function createInspector(onInspection: (inspection: Inspection) => void): Inspector {
  const history = createHistory();
  let room: InspectedRoom | undefined;
  let isOn = false;
  let token: string | undefined;
  let latest: Inspection | undefined;
  let asked: number | null = null;
  let explanation: BodyExplanation | undefined;
  const known = new WeakSet<InspectedRoom>();

  function request(): void {
    room?.send(InspectionName.inspect, { on: isOn, ...(token !== undefined && { token }) } satisfies InspectRequest);
  }

  function listen(to: InspectedRoom): void {
    to.onMessage<Inspection>(InspectionName.inspection, (inspection) => {
      if (to !== room || !isOn) return;
      latest = inspection;
      history.add(inspection.ticks, inspection.algorithm);
      if (inspection.explanation?.key === asked) explanation = inspection.explanation;
      onInspection(inspection);
    });
    to.onMessage<BodyExplanation>(InspectionName.explanation, (answer) => {
      if (to === room && answer.key === asked) explanation = answer;
    });
  }

  return {
    history,
    get isOn() {
      return isOn;
    },
    get latest() {
      return latest;
    },
    get explanation() {
      return explanation;
    },
    attach(to) {
      if (to !== room) {
        latest = undefined;
        history.clear();
      }
      room = to;
      if (!known.has(to)) listen(to);
      known.add(to);
      asked = null;
      if (isOn) request();
    },
    turn(on, newToken) {
      isOn = on;
      token = newToken;
      asked = null;
      if (!on) latest = undefined;
      request();
    },
    ask(key) {
      // Before the first inspection, the server may yet refuse.
      if (key === asked || latest === undefined) return;
      asked = key;
      explanation = undefined;
      room?.send(InspectionName.explain, { key } satisfies ExplainRequest);
    },
  };
}
