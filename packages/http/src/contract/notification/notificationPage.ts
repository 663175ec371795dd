/** Reading the caller's notifications (interface, section 4.4; decisions, section 9). */
import { Text } from "@garrison/core/kernel/Field"
import { NotificationPage, PAGE_SIZE_DEFAULT, PageSize } from "@garrison/core/notification/schema"
import * as Schema from "effect/Schema"
import { notification } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { keptList, revalidated } from "../success.ts"

/** Newest first, by cursor. */
export const notificationPage = operation({
  id: "notificationPage",
  method: "GET",
  path: "/notification/v1/playerid/me/notification",
  mounts: ["public"],
  access: bearer.remembered(
    "player",
    "notification:playerid:*",
    "notification:playerid:read",
    "notification:playerid:self:*",
    "notification:playerid:self:read",
  ),
  lane: "storage",
  summary: "Page of the caller's notifications",
  description:
    "Newest first. The cursor of the answer is the `start_at` of the next older page; on the last page it is an end " +
    "marker, whose page is empty. Clients poll this regularly, with If-None-Match.",
  query: {
    page_size: Schema.optionalKey(
      PageSize.annotate({ default: PAGE_SIZE_DEFAULT, description: "How many notifications the page holds at most." }),
    ),
    start_at: Schema.optionalKey(
      Text.annotate({ description: "Opaque. Results start at this index, inclusive; absent: at the latest." }),
    ),
    exclude_before: Schema.optionalKey(
      Text.annotate({ description: "Opaque. Every notification up to and including this one is left out." }),
    ),
  },
  success: keptList(revalidated(NotificationPage), "notifications"),
  refusals: {
    400: ["bad_id"],
    409: ["too_many_listening_to_single_client"],
    503: ["connection_limit_reached"],
  },
  example: { answer: { notifications: [notification], cursor: "kQ2cV0yTqk0m5oZb8n1xAWA" } },
})
