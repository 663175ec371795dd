/** The settings of presence (decisions, sections 13 and 15). */
import { seconds, slice } from "../kernel/Setting.ts"

/** The times of presence reports. */
export const PresenceTimes = slice("@garrison/core/presence/settings", {
  presenceHeartbeatSeconds: seconds(30, "how often clients should report their presence"),
  presenceOfflineSeconds: seconds(60, "time without a report after which a player is offline"),
  presenceFlushSeconds: seconds(
    2,
    "heartbeats that change nothing are stored together within this time; 0 stores each before its answer",
    { minimum: 0, maximum: 60 },
  ),
})
