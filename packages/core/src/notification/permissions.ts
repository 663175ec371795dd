/** The permissions of this area that several operations ask for (interface, section 4.4). */

/** Each is enough to read one's own notifications: the page, the long poll and the stream. */
export const READING_OWN = [
  "notification:playerid:*",
  "notification:playerid:read",
  "notification:playerid:self:*",
  "notification:playerid:self:read",
] as const
