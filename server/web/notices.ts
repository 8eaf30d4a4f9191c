/** The words for whatever keeps the player out of the game, each with its ways on. */
import type { ConnectionStatus } from "./connection.ts";
import type { NoticeAction, NoticeText } from "./hud/notice.ts";

/** The ways on that there are. */
export interface WaysOn {
  retry: () => void;
  menu: () => void;
  /** Joins any room of the mode that has a place. */
  anyRoom: () => void;
  reload: () => void;
}

/** The notice for a status; undefined for those that need none. */
export function noticeFor(status: ConnectionStatus, ways: WaysOn): NoticeText | undefined {
  const retry: NoticeAction = { label: "Try now", run: ways.retry };
  const menu: NoticeAction = { label: "Menu", run: ways.menu };
  const anyRoom: NoticeAction = { label: "Play in another room", run: ways.anyRoom };
  const reload: NoticeAction = { label: "Reload the page", run: ways.reload };
  switch (status.kind) {
    case "joining":
      return { title: "Joining …", text: "Looking for a place in the arena.", actions: [menu] };
    case "dropped":
      return {
        title: "Connection lost",
        text: "Reconnecting … Your cells wait for you for a while.",
        actions: [menu],
      };
    case "silent":
      return { title: "No answer", text: "The server does not answer. Waiting for it …", actions: [menu] };
    case "gone":
      return {
        title: status.reason === "The server is restarting." ? "Back in a moment" : "No connection",
        text: `${status.reason} Trying again in ${Math.round(status.milliseconds / 1000)} s.`,
        actions: [retry, menu],
      };
    case "outdated":
      return {
        title: "A newer version is out",
        text: "The server speaks a newer version than this page. If reloading does not help, empty the browser's cache.",
        actions: [reload],
      };
    case "full":
      return {
        title: "No place left",
        text: status.reason.includes("locked") ? "This room is full." : "All rooms of this mode are full just now.",
        actions: status.reason.includes("locked") ? [anyRoom, menu] : [retry, menu],
      };
    case "missing":
      return { title: "This room is no more", text: "Its last player has left it.", actions: [anyRoom, menu] };
    case "uninvited":
      return {
        title: "Not let in",
        text: `The server says: ${status.reason}.`,
        actions: [menu],
      };
    case "kicked":
      return {
        title: "You were sent away",
        text: status.reason || "A moderator has taken you out of the game.",
        actions: [menu],
      };
    case "banned":
      return {
        title: "You are banned",
        text: status.reason || "The people who run this server do not let you in.",
        actions: [menu],
      };
    case "joined":
    case "refused":
      return undefined;
  }
}
