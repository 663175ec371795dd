/** Every operation that a program asks for, by its name. */
import { type Route, routeOf } from "./Route.ts"
import { rows } from "./routeRows.ts"

/** The table of routes. */
export const routes = Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, routeOf(row)])) as Readonly<
  Record<keyof typeof rows, Route>
>
