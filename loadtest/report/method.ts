/** What a report's figures are, for its foot; bots/bot.ts and bots/truth.ts say it at length. */
export const METHOD = [
  "Bots are clients of the Colyseus SDK in processes of their own. They decode every patch, look about and send an input 25 times a second, spread over the tick. All was measured from the end of the ramp, the shaded seconds, to the stop; what failed or was dropped counts from the start.",
  "Input to effect: once a second a bot sends a ping right behind an input. A connection keeps its order, so the first patch behind the echo is the first that can show the input's effect. A probe that takes longer than a second counts for those that it kept from being sent.",
  "Jitter: a patch carries its tick, so when it was due after the one before it is known; jitter is by how much it was early or late.",
  "Truth: four times a second, the server is asked over HTTP for the bodies around one player, and the answer is compared, body by body, with what that player holds at the same tick. Not compared are colours, names, and the views of the dead.",
  "Percentiles are those of histograms with a resolution of 0.4 %; those of the server's tick lie between the bounds of its histogram's buckets.",
];
