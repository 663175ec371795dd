/** Names of the contract as the client writes them. */

/** The name of an argument: `player_uuid` is `playerUuid`. */
export const camelCased = (text: string): string =>
  text.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
