/** What the walk through the console does, scene by scene: a ban with its undo, a rotation, and a refund. */

/** A scene: what is done, and what the screen then shows. */
export interface Scene {
  /** What is done and why, in a sentence or two. */
  readonly says: string
  /** What is typed, or keys by their names in tmux. */
  readonly does: ReadonlyArray<{ readonly type: string } | { readonly press: string }>
  /** A text that the screen has when it is ready. */
  readonly until: string
}

/** A part of the walk. */
export interface Part {
  readonly title: string
  readonly scenes: ReadonlyArray<Scene>
}

/** Whom and what the walk is about. */
export interface Cast {
  readonly playerUuid: string
  readonly orderId: string
  readonly clientId: string
}

const banned: Part = {
  title: "A ban, and its undo",
  scenes: [
    { says: "`p` leads to the players.", does: [{ type: "p" }], until: "Display name" },
    {
      says: "`/` searches as you type. Case and accents do not count.",
      does: [{ type: "/" }, { type: "BRI" }],
      until: "›  Brian",
    },
    {
      says: "`enter` goes back to the rows.",
      does: [{ press: "Enter" }],
      until: "1 of 1",
    },
    {
      says: "`b` restricts the player at the cursor. The form asks for what is not known yet.",
      does: [{ type: "b" }],
      until: "reason (audit)",
    },
    {
      says: "The space bar chooses the kind of restriction. It ends in seven days.",
      does: [{ type: " " }, { press: "Down" }, { press: "Down" }, { press: "Down" }, { type: "+7d" }],
      until: "+7d",
    },
    {
      says: "The reason is for the audit; the player never sees it.",
      does: [{ press: "Down" }, { type: "Sold gold in chat, twice" }],
      until: "Sold gold in chat, twice",
    },
    {
      says: "The act is rehearsed: done and rolled back. The dialog shows what it would store, and the command that does the same.",
      does: [{ press: "Enter" }],
      until: "Do it in ",
    },
    {
      says: "`y` does it. For a minute the foot offers to undo it.",
      does: [{ type: "y" }],
      until: "Done.",
    },
    {
      says: "It was the wrong player. `u` opens the act that undoes the ban, filled in.",
      does: [{ type: "u" }],
      until: "Lift the restrictions",
    },
    {
      says: "It is rehearsed like any other act.",
      does: [{ type: "The wrong player" }, { press: "Enter" }],
      until: "Do it in ",
    },
    { says: "And done.", does: [{ type: "y" }], until: "Done. Lift" },
  ],
}

const rotated = ({ clientId }: Cast): Part => ({
  title: "A rotation",
  scenes: [
    {
      says: "A machine client gets a new secret. The former one keeps working for an hour.",
      does: [{ type: ":" }, { type: `client rotate ${clientId} --overlap 3600` }, { press: "Enter" }],
      until: "reason (audit)",
    },
    {
      says:
        "The rehearsal shows no secret, because none is made yet. A rotation cannot be undone, so the name of the client has " +
        "to be typed.",
      does: [{ type: "Every quarter of a year" }, { press: "Enter" }],
      until: "type this: ",
    },
    {
      says: "The new secret is shown once, on the alternate screen alone. (Here it is covered.)",
      does: [{ type: clientId }, { press: "Enter" }],
      until: "It is shown this once",
    },
    {
      says: "It is gone when the dialog closes.",
      does: [{ press: "Escape" }],
      until: "Display name",
    },
  ],
})

const refunded = ({ orderId }: Cast): Part => ({
  title: "A refund",
  scenes: [
    {
      says: "An order, as a tree of what it did and why.",
      does: [{ type: ":" }, { type: `order ${orderId}` }, { press: "Enter" }],
      until: "How it came about",
    },
    { says: "`R` asks for its refund.", does: [{ type: "R" }], until: "reason (audit)" },
    {
      says: "The rehearsal says what would be taken and given back, read from the ledger, and whether anything is lacking.",
      does: [{ type: "Ticket 4711" }, { press: "Enter" }],
      until: "Do it in ",
    },
    { says: "It is done. The order names its refund.", does: [{ type: "y" }], until: "refunds it" },
  ],
})

/** The whole walk. */
export const story = (cast: Cast): ReadonlyArray<Part> => [banned, rotated(cast), refunded(cast)]
