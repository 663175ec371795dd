/** The JSON of notifications as documented types, for hosts without Effect. The fields are those of `schema.ts`. */

/** A notification to send (interface, section 2.7). */
export interface NotificationContent {
  /** Text, at most 4,096 characters. */
  readonly message: string
  /** Link, 1 to 4,096 characters. */
  readonly rh_url?: string
  /** Data of the game: at most 100 keys, each value 1 to 4,096 characters. */
  readonly custom_data?: Readonly<Record<string, string>>
  /** Version of the content, 1 to 4,096 characters, for the game's own use. */
  readonly etag?: string
}

/** A notification of a player's list. */
export interface NotificationAnswer extends NotificationContent {
  /** Id of the notification, unique per player; can be used as `start_at` and `exclude_before`. */
  readonly notification_id: string
  /** When the notification was sent, ISO 8601 in UTC. */
  readonly created: string
}

/** A page of a player's notifications. */
export interface NotificationPageAnswer {
  /** The notifications, newest first. */
  readonly notifications: ReadonlyArray<NotificationAnswer>
  /** `start_at` of the next older page; on the last page an end marker, whose page is empty. */
  readonly cursor: string
}

/** A request for a page of a player's notifications (interface, section 4.4). */
export interface NotificationQuery {
  /** Most notifications in the page, 1 to 100. Default 10. */
  readonly page_size?: number
  /** Where the page starts, inclusive; absent: at the newest notification. */
  readonly start_at?: string
  /** Leaves this notification and every older one out. */
  readonly exclude_before?: string
}
