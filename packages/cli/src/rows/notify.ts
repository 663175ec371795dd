/** `garrison notify` as a row. */
import { code } from "../row/Code.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

/** Notifications. */
export const rows = {
  notify: code(
    () =>
      import("@garrison/core/notification/operations/broadcastNotification").then((one) => one.broadcastNotification),
    {
      also: [
        () => import("@garrison/core/notification/operations/sendNotification").then((one) => one.sendNotification),
      ],
      own: {
        // To many players, the one argument is the message.
        player_uuid: { kind: "text", isAny: true, sentence: "The player's player_uuid" },
        message: { kind: "text", sentence: "The text, at most 4096 characters" },
        players: {
          kind: "text",
          metavar: "FILE",
          sentence: "To the players whose uuids are the lines of a file, at most 10,000; - is stdin",
        },
        custom_data: { kind: "map", name: "data", sentence: "One entry of custom_data; may be repeated" },
      },
      fields: ["all", "role_id", "player_uuids", "rh_url", "etag"],
      arguments: ["player_uuid", "message"],
      words: {
        role_id: { name: "role", metavar: "ROLE_ID" },
        player_uuids: {
          name: "player",
          metavar: "PLAYER_UUID",
          sentence: "To this player; may be repeated, and given beside --players",
        },
        rh_url: "url",
      },
      conditions: ["reason", "dry-run", "if-revision"],
      asks: true,
      title: "Send a notification to a player, or to many",
      sentence:
        "Send a notification to a player, with a row in the audit. It comes first on the next page that the player reads, and cannot be taken back. With --all, --role, --players or --player it goes to many players, and is stored once, however many they are. Players who join later do not read it. To many players the command asks first.",
      examples: [
        [`${PLAYER} "Your clan needs you"`],
        [`${PLAYER} "New gear" --url /inventory/v1/catalog/vendor --data kind=shop`, "With a path and custom data"],
        ['--all "The servers restart at noon" --yes', "To all players"],
        ['--role 2000000001 "Please look at the queue" --reason "ticket 4711" --yes'],
        [
          '--players winners.txt "You have won" --dry-run',
          "To a list, without sending it: says who of it does not exist",
        ],
      ],
    },
  ),
}
