import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { PHASES, type Phase, type PhaseTimer } from "../shared/phases.ts";
import { LIMIT_NAMES, type LimitName } from "./limits/limit-names.ts";

/** Upper bounds in seconds: finest around a tick's usual cost, up to five ticks. */
const TICK_BUCKETS = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.03,
  0.035, 0.04, 0.045, 0.05, 0.06, 0.08, 0.1, 0.2,
];

/** Event-loop delay is sampled this often, in milliseconds; the sampling itself is taken off what is shown. */
const DELAY_RESOLUTION_MILLISECONDS = 10;
/** Long enough to hold several hundred samples, short enough to tell of now; whoever reads, and how often, changes nothing. */
const DELAY_WINDOW_MILLISECONDS = 10_000;

/** What a room tells of itself when metrics are read. */
export interface RoomFigures {
  clients(): number;
  players(): number;
  bodies(): number;
  /** Bodies that clients see, summed over the clients. */
  seen(): number;
  /** The level of load that it sheds; 0 for none. */
  shedding(): number;
  /** Bytes that wait in its clients' sockets. */
  buffered(): number;
}

/** Times one room's ticks by phase. */
export interface TickTimer extends PhaseTimer {
  begin(): void;
  /** @returns CPU time of the main thread since the last tick ended, in ms */
  end(): number;
}

export interface Metrics {
  readonly registry: Registry;
  /** Rooms add themselves while they live. */
  readonly rooms: Set<RoomFigures>;
  createTickTimer(): TickTimer;
  patchSent(bytes: number): void;
  /** A client reads too slowly for another patch: it gets a full state once it has caught up. */
  patchSkipped(): void;
  /** Bodies that came into a client's sight, and that went out of it. */
  sightChanged(entered: number, left: number): void;
  messageRefused(): void;
  limitReached(limit: LimitName): void;
  /** Told of when metrics are read. */
  watchLimits(figures: LimitFigures): void;
}

/** What limits by address count now; all 0 once everybody has gone. */
export interface LimitFigures {
  connections(): number;
  seats(): number;
  /** Addresses that something is counted for. */
  addresses(): number;
  /** What the process is set to allow, of the limits that are numbers. */
  readonly allowed: Readonly<Partial<Record<LimitName, number>>>;
}

/** The process's metrics, in a registry of their own. `close` ends the sampling of the event loop. */
export function createMetrics(): Metrics & { close(): void } {
  const registry = new Registry();
  const registers = [registry];
  const rooms = new Set<RoomFigures>();

  const tickSeconds = new Histogram({
    name: "krill_tick_seconds",
    help: "Time that a tick took, by phase; phase total is the whole tick.",
    labelNames: ["phase"],
    buckets: TICK_BUCKETS,
    registers,
  });
  const tickCpuSeconds = new Histogram({
    name: "krill_tick_cpu_seconds",
    help: "CPU time of the main thread from the end of a room's tick to the end of its next, all rooms and what comes from sockets included.",
    buckets: TICK_BUCKETS,
    registers,
  });
  new Counter({
    name: "krill_cpu_seconds_total",
    help: "CPU time of all threads of the process.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const ticks = new Counter({ name: "krill_ticks_total", help: "Ticks run.", registers });
  const patches = new Counter({ name: "krill_patches_total", help: "Patches sent.", registers });
  const patchBytes = new Counter({ name: "krill_patch_bytes_total", help: "Bytes of the patches sent.", registers });
  const skipped = new Counter({
    name: "krill_patches_skipped_total",
    help: "Patches that were left out since their client read too slowly.",
    registers,
  });
  const entered = new Counter({ name: "krill_bodies_entered_total", help: "Bodies that entered a view.", registers });
  const left = new Counter({ name: "krill_bodies_left_total", help: "Bodies that left a view.", registers });
  const refusals = new Counter({ name: "krill_refused_messages_total", help: "Messages refused.", registers });
  const limitRefusals = new Counter({
    name: "krill_limit_refusals_total",
    help: "What was refused since a limit of the process was reached, by limit.",
    labelNames: ["limit"],
    registers,
  });
  for (const limit of LIMIT_NAMES) limitRefusals.inc({ limit }, 0);

  function gauge(name: string, help: string, figure: () => number) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(figure());
      },
    });
  }

  function roomGauge(name: string, help: string, figure: (room: RoomFigures) => number) {
    gauge(name, help, () => {
      let sum = 0;
      for (const room of rooms) sum += figure(room);
      return sum;
    });
  }
  roomGauge("krill_rooms", "Rooms in this process.", () => 1);
  roomGauge("krill_clients", "Clients connected.", (room) => room.clients());
  roomGauge("krill_players", "Players and bots, dead ones included.", (room) => room.players());
  roomGauge("krill_bodies", "Bodies in the simulations.", (room) => room.bodies());
  roomGauge("krill_shedding_level", "Levels of load that rooms shed, summed over the rooms; 0 for none.", (room) =>
    room.shedding(),
  );
  roomGauge("krill_buffered_bytes", "Bytes that wait in clients' sockets, summed over the clients.", (room) =>
    room.buffered(),
  );
  roomGauge("krill_seen_bodies", "Bodies that clients see, summed over the clients.", (room) => room.seen());

  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MILLISECONDS });
  delay.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - DELAY_RESOLUTION_MILLISECONDS / 1e3);
  const readDelay = () => ({
    median: late(delay.percentile(50)),
    p99: late(delay.percentile(99)),
    most: late(delay.max),
  });
  let lastWindow = readDelay();
  let hasWindow = false;
  const window = setInterval(() => {
    lastWindow = readDelay();
    hasWindow = true;
    delay.reset();
  }, DELAY_WINDOW_MILLISECONDS).unref();
  new Gauge({
    name: "krill_event_loop_delay_seconds",
    help: "How late the event loop was, in the last full window of ten seconds.",
    labelNames: ["quantile"],
    registers,
    collect() {
      const { median, p99, most } = hasWindow ? lastWindow : readDelay();
      this.set({ quantile: "0.5" }, median);
      this.set({ quantile: "0.99" }, p99);
      this.set({ quantile: "1" }, most);
    },
  });

  const phaseHistograms = Object.fromEntries(PHASES.map((phase) => [phase, tickSeconds.labels(phase)])) as Record<
    Phase,
    Histogram.Internal<"phase">
  >;
  const totalSeconds = tickSeconds.labels("total");

  function createTickTimer(): TickTimer {
    let begun = 0;
    let marked = 0;
    let cpu = threadCpuSeconds();
    const seconds = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
    return {
      begin() {
        begun = performance.now();
        marked = begun;
      },
      mark(phase) {
        const now = performance.now();
        seconds[phase] += (now - marked) / 1000;
        marked = now;
      },
      end() {
        for (const phase of PHASES) {
          phaseHistograms[phase].observe(seconds[phase]);
          seconds[phase] = 0;
        }
        totalSeconds.observe((performance.now() - begun) / 1000);
        ticks.inc();
        const cpuNow = threadCpuSeconds();
        const cpuSeconds = cpuNow - cpu;
        tickCpuSeconds.observe(cpuSeconds);
        cpu = cpuNow;
        return cpuSeconds * 1000;
      },
    };
  }

  return {
    registry,
    rooms,
    createTickTimer,
    patchSent(bytes) {
      patches.inc();
      patchBytes.inc(bytes);
    },
    patchSkipped: () => skipped.inc(),
    sightChanged(enteredNow, leftNow) {
      entered.inc(enteredNow);
      left.inc(leftNow);
    },
    messageRefused: () => refusals.inc(),
    limitReached: (limit) => limitRefusals.inc({ limit }),
    watchLimits({ connections, seats, addresses, allowed }) {
      gauge("krill_limited_connections", "Connections that are counted by address.", connections);
      gauge("krill_limited_seats", "Seats that are counted by address, reserved ones included.", seats);
      gauge("krill_limited_addresses", "Addresses that connections or seats are counted for.", addresses);
      const limits = new Gauge({
        name: "krill_limit",
        help: "What a limit is set to.",
        labelNames: ["limit"],
        registers,
      });
      for (const [limit, most] of Object.entries(allowed)) limits.set({ limit }, most);
    },
    close: () => {
      clearInterval(window);
      delay.disable();
    },
  };
}

/** CPU time in seconds that the calling thread has used. */
function threadCpuSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}
