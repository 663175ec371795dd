/**
 * Holds statements to the keys that the tables declare (architecture, section 5), as an engine does that spreads tables
 * over machines: all tables of a statement that grow have one key, each part names the same value of it, and nothing is
 * written in a form that such an engine refuses. What is read by its age alone, over all keys, is declared with the
 * table, and so is what operators search by.
 */
import {
  growing,
  insertOf,
  NESTED,
  type Part,
  partsOf,
  plainStatement,
  type Reference,
  referencesIn,
  small,
  sourcesOf,
} from "./statementParts.ts"

/** What stands for a value: a parameter, cast or not. Its number is the one group. */
const VALUE = String.raw`(?:CAST ?\( ?)?\$(\d+)`

/** The conditions that must all hold: without what stands in parentheses, where one of several may be enough. */
const conditionsOf = (text: string): string => {
  let bare = text.replaceAll(/CAST ?\( ?(\$\d+)[^()]*\)/gi, "$1")
  for (let before = ""; before !== bare;) {
    before = bare
    bare = bare.replaceAll(/\([^()]*\)/g, " ")
  }
  const where = bare.search(/\bWHERE\b/i)
  return where >= 0 && /\bOR\b/i.test(bare.slice(where)) ? bare.slice(0, where) : bare
}

/** How the key of a reference may be written: without the alias where no other table of the part has such a key. */
const spelling = ({ alias, key }: Reference, all: ReadonlyArray<Reference>): string =>
  all.filter((other) => other.key === key).length > 1
    ? String.raw`\b${alias}\.${key}`
    : String.raw`(?<![\w.])(?:${alias}\.)?${key}`

/** The number of the parameter that names the key. */
const numberOf = (conditions: string, reference: Reference, all: ReadonlyArray<Reference>): number | undefined => {
  const found = new RegExp(String.raw`${spelling(reference, all)} ?= ?${VALUE}`, "i").exec(conditions)?.[1]
  return found === undefined ? undefined : Number(found)
}

const isJoined = (conditions: string, { alias, key }: Reference, other: Reference): boolean =>
  new RegExp(
    String.raw`\b${alias}\.${key} ?= ?${other.alias}\.${other.key}\b|\b${other.alias}\.${other.key} ?= ?${alias}\.${key}\b`,
    "i",
  ).test(conditions)

/** What a part says of the keys of its tables. */
interface Named {
  readonly numbers: ReadonlyArray<number>
  readonly unnamed: ReadonlyArray<Reference>
}

/** The values that a part names for its keys: each by itself, or by a join with one that is named so. */
const namedIn = (part: Part): Named => {
  const conditions = conditionsOf(part.text)
  const all = referencesIn(part)
  const numbers = all.flatMap((one) => numberOf(conditions, one, all) ?? [])
  const named = new Set(all.filter((one) => numberOf(conditions, one, all) !== undefined))
  for (let before = -1; before < named.size;) {
    before = named.size
    for (const one of all) if ([...named].some((other) => isJoined(conditions, one, other))) named.add(one)
  }
  return { numbers, unnamed: all.filter((one) => !named.has(one)) }
}

const isLock = ({ text }: Part): boolean => /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/i.test(text)

const changedIn = ({ text }: Part): string | undefined => /\b(?:UPDATE|DELETE FROM) (\w+)\b/i.exec(text)?.[1]

/** Whether the rows are found by the numbers that SQLite gives them, on one machine. */
const isBySqliteRow = ({ text }: Part): boolean => /\bMAX\(rowid\)|\browid > /.test(text)

/** What is wrong with how a part finds its rows. */
const wrongInRows = (part: Part): ReadonlyArray<string> => {
  if (isBySqliteRow(part)) return []
  const changed = isLock(part) ? undefined : changedIn(part)
  return namedIn(part).unnamed.map(({ key, table }) => {
    if (isLock(part)) return `a lock on many keys of ${table}`
    return table === changed ? `a write of ${table} that names no single ${key}` : `${key} of ${table} is not named`
  })
}

/** What is wrong with an INSERT. */
const wrongInInsert = (part: Part): ReadonlyArray<string> => {
  const insert = insertOf(part)
  if (insert === undefined) return []
  const { columns, isSelect, rows, table } = insert
  const key = growing.get(table)?.key
  const target = /\bON CONFLICT ?\(([^()]*)\)/i.exec(part.text)?.[1]
  const hasSource = /\bFROM\b/i.test(part.text)
  const wrong: Array<string> = []
  if (key !== undefined && !columns.includes(key)) wrong.push(`an insert without ${key}`)
  if (key !== undefined && target !== undefined && !target.split(/ ?, ?/).includes(key)) {
    wrong.push(`a conflict on less than ${key}`)
  }
  if (key !== undefined && isSelect && !hasSource && part.text.includes(NESTED))
    wrong.push("an insert of constants where a subquery says so")
  if (isSelect && referencesIn(part).length > 0 && rows[0]?.[columns.indexOf(key ?? "")]?.includes("$") === true) {
    wrong.push(`an insert whose ${key} is not that of the row which it reads`)
  }
  if (!isSelect && rows.some((row) => row.some((cell) => cell.includes(NESTED)))) wrong.push("a subquery in VALUES")
  return wrong
}

const isWithin = (part: Part, outer: Part): boolean =>
  part === outer || (part.around !== undefined && isWithin(part.around, outer))

/** Small tables that an INSERT into a growing one reads: an engine then makes its rows on every machine. */
const wrongInSources = (part: Part, parts: ReadonlyArray<Part>): ReadonlyArray<string> => {
  const insert = insertOf(part)
  if (insert === undefined || !growing.has(insert.table)) return []
  const read = parts
    .filter((one) => one.name === undefined && isWithin(one, part))
    .flatMap((one) => {
      const [text] = /\bFROM\b.*?(?=\bWHERE\b|\bON CONFLICT\b|\bRETURNING\b|$)/i.exec(one.text) ?? [""]
      return sourcesOf({ ...one, text })
    })
  return read.filter(({ name }) => small.has(name)).map(({ name }) => `an insert that reads ${name}`)
}

/** What is wrong with what a write answers. Only Postgres is spread. */
const wrongInReturning = ({ text }: Part): ReadonlyArray<string> => {
  const returning = /\bRETURNING\b(.*)$/i.exec(text)?.[1] ?? ""
  return [
    ...(returning.includes(NESTED) ? ["a subquery in RETURNING"] : []),
    ...(/\bnextval\b/i.test(returning) ? ["nextval in RETURNING"] : []),
  ]
}

/** The key that a part would change. */
const changedKeys = (part: Part): ReadonlyArray<string> => {
  const key = growing.get(changedIn(part) ?? "")?.key
  const assigned = /\bSET\b(.*?)(?:\bFROM\b|\bWHERE\b|$)/i.exec(part.text)?.[1] ?? ""
  return key !== undefined && new RegExp(String.raw`(?<![\w.])${key} ?=(?!=)`, "i").test(assigned)
    ? [`${key} is changed`]
    : []
}

/** Parts of the WITH of a statement that another part, inside of one that reads them, depends on row by row. */
const wrongInCorrelation = (part: Part, parts: ReadonlyArray<Part>): ReadonlyArray<string> => {
  const { around, text } = part
  if (around === undefined || part.name !== undefined) return []
  const names = new Set(parts.flatMap(({ name }) => name ?? []))
  const own = new Set(sourcesOf(part).map(({ alias }) => alias))
  return sourcesOf(around)
    .filter(({ alias, name }) => names.has(name) && !own.has(alias))
    .filter(({ alias }) => new RegExp(String.raw`\b${alias}\.\w`).test(text))
    .map(({ name }) => `a subquery for each row of ${name}`)
}

/** The numbers of the parameters that name a key, where rows are read and where they are written. */
const numbersIn = (parts: ReadonlyArray<Part>): ReadonlyArray<number> => {
  const written = parts.flatMap((part) => {
    const insert = insertOf(part)
    const key = growing.get(insert?.table ?? "")?.key
    const cells = insert?.rows.map((row) => row[insert.columns.indexOf(key ?? "")] ?? "") ?? []
    return key === undefined ? [] : cells.flatMap((cell) => new RegExp(VALUE).exec(cell)?.[1] ?? [])
  })
  return [...parts.flatMap((part) => namedIn(part).numbers), ...written.map(Number)]
}

/** Whether the statement looks for what is past its time, as the table declares, and locks nothing. */
const isSweep = (plain: string, parts: ReadonlyArray<Part>): boolean => {
  const [part, ...others] = parts
  const [found, ...more] = part === undefined ? [] : referencesIn(part)
  const age = growing.get(found?.table ?? "")?.age
  if (part === undefined || age === undefined || others.length > 0 || more.length > 0) return false
  const sought = String.raw`\bWHERE ${age} ?<=? ?${VALUE} (?:ORDER BY ${age} )?LIMIT `
  return /^SELECT\b/i.test(plain) && !isLock(part) && new RegExp(sought, "i").test(part.text)
}

/**
 * Whether the part is a page of the search that its table declares for operators: it reads by what the index has, in
 * the order of the index, and no more than a page. It is sent to all keys, which no request may be.
 */
const isSearch = (part: Part): boolean => {
  const [found, ...more] = referencesIn(part)
  const search = growing.get(found?.table ?? "")?.search
  if (found === undefined || search === undefined || more.length > 0) return false
  const plain = part.text.replaceAll(`${found.alias}.`, "").trim()
  // A walk from one key to the next.
  if (search === found.key) {
    const walk = String.raw`^SELECT [\w, ]+ FROM \w+ WHERE ${search} >=? ${VALUE} ORDER BY ${search} LIMIT ${VALUE}$`
    return new RegExp(walk, "i").test(plain)
  }
  return (
    /^SELECT\b/i.test(plain) &&
    !isLock(part) &&
    !/\sOR\s/i.test(plain) &&
    plain.includes(` WHERE (${search}, `) &&
    /\) > \(\$\d+, .*\bORDER BY /i.test(plain) &&
    plain.slice(plain.indexOf(" ORDER BY ")).startsWith(` ORDER BY ${search}, `) &&
    new RegExp(String.raw`\sLIMIT ${VALUE}$`, "i").test(plain)
  )
}

/**
 * Whether the part lists or counts rows by the time that their table declares for operators: it reads one table, in the
 * order of that time, and no more than it says. It is sent to all keys, which no request may be.
 */
const isListing = (part: Part): boolean => {
  const [found, ...more] = referencesIn(part)
  const time = growing.get(found?.table ?? "")?.time
  if (found === undefined || time === undefined || more.length > 0 || isLock(part)) return false
  const begins = String.raw`\sWHERE (?:\(${time}, \w+\) ?[<>] ?\(${VALUE}, ?\$\d+\)|${time} ?[<>]=? ?${VALUE})`
  const plain = part.text.trim()
  return (
    /^SELECT\b/i.test(plain) &&
    !/\sOR\s/i.test(plain) &&
    new RegExp(begins, "i").test(plain) &&
    new RegExp(String.raw`\sORDER BY ${time}\b[\w, ]* LIMIT ${VALUE}$`, "i").test(plain)
  )
}

/** Whether all that a statement reads of tables that grow are such lists. */
const isListed = (parts: ReadonlyArray<Part>): boolean => {
  const reading = parts.filter((part) => referencesIn(part).length > 0)
  return reading.length > 0 && reading.every(isListing) && parts.every((part) => insertOf(part) === undefined)
}

/** Whether the part reads a bounded number of rows of a table that operators search, under the name for that. */
const isBounded = (part: Part): boolean => {
  const [found, ...more] = referencesIn(part)
  return (
    found?.alias === "searched" &&
    growing.get(found.table)?.isSought === true &&
    more.length === 0 &&
    !isLock(part) &&
    new RegExp(String.raw`\sLIMIT (?:1 OFFSET )?${VALUE}$`, "i").test(part.text.trim())
  )
}

/** Whether the statement is a search of operators: what else it reads of tables that grow has the key of its rows. */
const isSought = (plain: string, parts: ReadonlyArray<Part>): boolean => {
  const bounded = parts.filter(isBounded)
  const [found] = bounded.flatMap(referencesIn)
  const others = parts.filter((part) => referencesIn(part).length > 0 && !bounded.includes(part))
  return (
    /^SELECT\b/i.test(plain) &&
    bounded.length === 1 &&
    found !== undefined &&
    others.every((part) =>
      referencesIn(part).every(
        (one) => one.key === found.key && !isLock(part) && isJoined(conditionsOf(part.text), one, found),
      ),
    )
  )
}

/** Values of a key that a read of many may name. */
const OF_MANY_MAX = 200

/**
 * Whether the statement reads the rows of many values of a key at once, as its table declares: one table, by a list of
 * values, without a lock. An engine sends it to the machines that have them.
 */
const isOfMany = (plain: string, parts: ReadonlyArray<Part>): boolean => {
  const [part, ...others] = parts
  const [found, ...more] = part === undefined ? [] : referencesIn(part)
  if (part === undefined || found === undefined || others.length > 0 || more.length > 0 || isLock(part)) return false
  if (growing.get(found.table)?.isReadOfMany !== true) return false
  const list = new RegExp(String.raw`\sWHERE (?:${found.alias}\.)?${found.key} IN ?\(([\s$\d,]+)\)`, "i").exec(plain)
  return /^SELECT\b/i.test(plain) && list !== null && (list[1] ?? "").split(",").length <= OF_MANY_MAX
}

/**
 * Whether all tables of the statement are declared for lists of keys, and each is joined with the list: an engine sends
 * the statement to the machines that have keys of it. None may be locked so.
 */
const isGathered = (plain: string, parts: ReadonlyArray<Part>): boolean => {
  const reading = parts.filter((part) => referencesIn(part).length > 0)
  return (
    /^(?:SELECT|UPDATE)\b/i.test(plain) &&
    reading.length > 0 &&
    reading.every((part) => {
      const all = referencesIn(part)
      const conditions = conditionsOf(part.text)
      // A subquery may name the row of the list by the row around it.
      const outer = part.around === undefined ? [] : referencesIn(part.around)
      const joined = new Set(
        all.filter((one) =>
          [{ table: "", alias: "given", key: one.key }, ...outer].some((other) => isJoined(conditions, one, other)),
        ),
      )
      for (let before = -1; before < joined.size;) {
        before = joined.size
        for (const one of all) if ([...joined].some((other) => isJoined(conditions, one, other))) joined.add(one)
      }
      return !isLock(part) && joined.size === all.length && all.every(({ table }) => growing.get(table)?.isGathered)
    })
  )
}

/** Whether the statement inserts constant rows of many values of a key, as its table declares. */
const isInsertOfMany = (parts: ReadonlyArray<Part>): boolean => {
  const [part, ...others] = parts
  const insert = part === undefined ? undefined : insertOf(part)
  const table = growing.get(insert?.table ?? "")
  if (part === undefined || insert === undefined || table?.isInsertedOfMany !== true || others.length > 0) return false
  return (
    !insert.isSelect && insert.columns.includes(table.key) && !/\bON CONFLICT\b(?! DO NOTHING$)/i.test(part.text.trim())
  )
}

/** Whether the parts of the statement create a person: its lookup, its rows and its player have a key each. */
const createsPerson = (parts: ReadonlyArray<Part>): boolean => {
  const inserted = new Set(parts.map((part) => insertOf(part)?.table))
  return ["portal_user", "person", "player"].every((table) => inserted.has(table))
}

/** Whether the parts of the statement store orders: their lookup has another key than the rows of their player. */
const storesOrders = (parts: ReadonlyArray<Part>): boolean => {
  const inserted = new Set(parts.map((part) => insertOf(part)?.table))
  return ["player_order", "order_lookup"].every((table) => inserted.has(table))
}

/** Why a statement may name several values of a key, or several keys; undefined for those of other requests. */
export const exceptionOf = (
  statement: string,
): "housekeeping" | "search" | "many" | "list" | "newPerson" | "orders" | undefined => {
  const plain = plainStatement(statement)
  const parts = partsOf(plain)
  if (isSweep(plain, parts)) return "housekeeping"
  if (isListed(parts) || isSought(plain, parts)) return "search"
  if (isGathered(plain, parts)) return "list"
  if (createsPerson(parts)) return "newPerson"
  if (storesOrders(parts)) return "orders"
  if (isOfMany(plain, parts) || isInsertOfMany(parts)) return "many"
  const main = parts.find(({ around }) => around === undefined)
  return main !== undefined && isSearch(main) ? "search" : undefined
}

/** The keys of the tables that grow which a statement names. */
const keysOf = (parts: ReadonlyArray<Part>): ReadonlySet<string> =>
  new Set(
    parts.flatMap((part) => {
      const written = growing.get(insertOf(part)?.table ?? "")?.key
      return [...referencesIn(part).map(({ key }) => key), ...(written === undefined ? [] : [written])]
    }),
  )

/** What the text of a statement says of keys. */
export interface Examined {
  /** What is wrong with it, whatever its values. */
  readonly faults: ReadonlyArray<string>
  /** The parameters that name a key: those of one list must have one value. */
  readonly named: ReadonlyArray<{ readonly key: string; readonly numbers: ReadonlyArray<number> }>
  /** The parameters of the conditions of a LEFT JOIN: NULL is among what makes an engine refuse the join. */
  readonly joined: ReadonlyArray<number>
}

/** The parameters in the conditions of the LEFT JOINs of tables that grow. */
const joinedIn = (part: Part): ReadonlyArray<number> =>
  Array.from(
    conditionsOf(part.text).matchAll(
      /\bLEFT JOIN (\w+)\b.*? ON (.*?)(?=\b(?:LEFT|INNER|JOIN|WHERE|GROUP|ORDER|LIMIT|FOR|RETURNING)\b|$)/gi,
    ),
  ).flatMap(([, table = "", condition = ""]) =>
    growing.has(table) ? Array.from(condition.matchAll(/\$(\d+)/g), ([, number]) => Number(number)) : [],
  )

/** The keys that parts name together. */
const examineKeys = (parts: ReadonlyArray<Part>) => {
  const keys = [...keysOf(parts)].toSorted()
  return {
    faults: keys.length > 1 ? [`tables of several keys: ${keys.join(", ")}`] : [],
    named: { key: keys[0] ?? "", numbers: numbersIn(parts) },
  }
}

/** Reads a statement, of a database that may be spread or of one that never is. */
export const examine = (statement: string, isSpread: boolean): Examined => {
  const plain = plainStatement(statement)
  const exception = exceptionOf(statement)
  if (
    !/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(plain) ||
    exception === "housekeeping" ||
    exception === "search" ||
    exception === "many" ||
    exception === "list"
  ) {
    return { faults: [], named: [], joined: [] }
  }
  const parts = partsOf(plain)
  const hasKeyEach = exception === "newPerson" || exception === "orders"
  const together = hasKeyEach ? parts.map((part) => examineKeys([part])) : [examineKeys(parts)]
  const faults = [
    ...parts.flatMap(wrongInInsert),
    ...parts.flatMap(wrongInRows),
    ...parts.flatMap(changedKeys),
    ...(isSpread ? parts.flatMap(wrongInReturning) : []),
    ...parts.flatMap((part) => wrongInSources(part, parts)),
    ...parts.flatMap((part) => wrongInCorrelation(part, parts)),
    ...together.flatMap((keys) => keys.faults),
  ]
  return { faults, named: together.map(({ named }) => named), joined: isSpread ? parts.flatMap(joinedIn) : [] }
}

const valueOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value)

/** What is wrong with the statement and its values. */
export const faultsOf = (
  { faults, joined, named }: Examined,
  params: ReadonlyArray<unknown>,
): ReadonlyArray<string> => [
  ...faults,
  ...named
    .filter(({ numbers }) => new Set(numbers.map((number) => valueOf(params[number - 1]))).size > 1)
    .map(({ key }) => `rows of two ${key}`),
  ...(joined.some((number) => params[number - 1] === null) ? ["a LEFT JOIN by NULL"] : []),
]
