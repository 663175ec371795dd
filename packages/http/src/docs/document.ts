/** The parts of the OpenAPI document (3.1) that the page at `/docs` shows. */

/** A JSON Schema, as far as the document uses it. */
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: ApiSchema
  readonly additionalProperties?: ApiSchema | boolean
  readonly anyOf?: ReadonlyArray<ApiSchema>
  readonly oneOf?: ReadonlyArray<ApiSchema>
  readonly allOf?: ReadonlyArray<ApiSchema>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly pattern?: string
  readonly default?: unknown
  /** What an absent field counts as. */
  readonly "x-default"?: unknown
  readonly deprecated?: boolean
}

/** A parameter of a request. */
export interface ApiParameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly description?: string
  readonly schema: ApiSchema
}

/** A body, by its media type. */
export type ApiContent = Readonly<Record<string, { readonly schema?: ApiSchema; readonly example?: unknown }>>

/** An answer with one status. */
export interface ApiResponse {
  readonly description: string
  readonly content?: ApiContent
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema?: ApiSchema }>>
}

/** An operation. */
export interface ApiOperation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  /** The operation that answers the same under another path. */
  readonly "x-same-as"?: string
  readonly parameters: ReadonlyArray<ApiParameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: ApiContent }
  readonly security: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
  readonly responses: Readonly<Record<string, ApiResponse>>
}

/** The document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> }
}

/** An operation, and where it is. */
export interface Placed {
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

/** The operations of the document, in its sequence, each once. */
export const operationsOf = ({ paths }: ApiDocument): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation["x-same-as"] === undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** The name of the schema that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)
