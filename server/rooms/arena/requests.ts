/** What clients ask of an arena once they are there: to steer, to play, to write, to watch. */
import type { Client, Room } from "@colyseus/core";
import type { z } from "zod";
import { MessageName } from "../../../shared/message-names.ts";
import { chatSchema, inputSchema, respawnSchema, spectateSchema } from "../../../shared/messages.ts";
import type { ChatLine } from "../../../shared/news.ts";
import type { World } from "../../arena/world.ts";
import { type Admission, firstFault } from "./admission.ts";
import type { Roster } from "./roster.ts";
import { type Looks, type Seat, seatOf, watch } from "./seat.ts";

export interface RequestsOptions {
  readonly world: World;
  readonly roster: Roster;
  readonly admission: Admission;
  /** Gives a spectator a player. */
  play(client: Client, seat: Seat, looks: Looks): void;
  refuse(client: Client, message: string, field: string, reason: string): void;
}

/** Longest piece of a message's name that is repeated to who sent it. */
const SHOWN_NAME_LENGTH = 40;

/** To be called in the room's `onCreate`, after whatever else takes messages: it refuses all others. */
export function answerRequests(room: Room, { world, roster, admission, play, refuse }: RequestsOptions): void {
  /** A message as `schema` reads it; one that it does not allow is refused. */
  function read<T>(schema: z.ZodType<T>, client: Client, name: string, message: unknown): T | undefined {
    const parsed = schema.safeParse(message);
    if (parsed.success) return parsed.data;
    const { field, reason } = firstFault(parsed.error);
    refuse(client, name, field, reason);
    return undefined;
  }

  const handlers: Record<string, (client: Client, seat: Seat, message: unknown) => void> = {
    [MessageName.input](client, seat, message) {
      const input = read(inputSchema, client, MessageName.input, message);
      if (!input) return;
      seat.camera.steerTo(input.x, input.y);
      if (seat.player) world.setInput(seat.player.number, input);
    },

    [MessageName.respawn](client, seat, message) {
      const wish = read(respawnSchema, client, MessageName.respawn, message ?? {});
      if (!wish || seat.player?.alive) return;
      const { name, color, skin } = wish;
      const fault = admission.faultOfLooks(name, skin);
      if (fault) refuse(client, MessageName.respawn, fault.field, fault.reason);
      else if (seat.player) {
        world.requestRespawn(seat.player.number, name, color);
        if (skin !== undefined) roster.setSkin(client.sessionId, skin);
      } else {
        const { looks } = seat;
        play(client, seat, { name: name || looks.name, color: color ?? looks.color, skin: skin ?? looks.skin });
      }
    },

    [MessageName.chat](client, seat, message) {
      const chat = read(chatSchema, client, MessageName.chat, message);
      if (!chat) return;
      if (!seat.player) {
        refuse(client, MessageName.chat, "", "Only players write: join the game first.");
        return;
      }
      const { number, name, color } = seat.player;
      const verdict = seat.voice.say(chat.text, world.tick);
      if ("reason" in verdict) refuse(client, MessageName.chat, "text", verdict.reason);
      else room.broadcast(MessageName.chatLine, { player: number, name, color, ...verdict } satisfies ChatLine);
    },

    [MessageName.spectate](client, seat, message) {
      const wish = read(spectateSchema, client, MessageName.spectate, message);
      if (!wish) return;
      if (seat.player?.alive) {
        refuse(client, MessageName.spectate, "", "You play: you can watch others once you have no cells.");
      } else watch(seat, wish.follow);
    },
  };

  for (const [name, handle] of Object.entries(handlers)) {
    room.onMessage(name, (client: Client, message: unknown) => {
      const seat = seatOf(client);
      if (seat) handle(client, seat, message);
    });
  }
  const known = Object.keys(handlers).join(", ");
  room.onMessage("*", (client: Client, type: unknown) => {
    // A client may also name its message "*": then this is what it sent.
    const name = typeof type === "string" ? type.slice(0, SHOWN_NAME_LENGTH) : "";
    refuse(client, name, "", `there is no such message; the messages are ${known}`);
  });
}
