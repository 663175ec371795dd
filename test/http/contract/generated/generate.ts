/** Types of the OpenAPI document, by the generator that most clients in TypeScript use, with a compiler it runs on. */
import openapiTypescript, { astToString } from "openapi-typescript"

/** The text of `api.ts`, generated as the command `openapi-typescript` does without options. */
export const generatedTypes = async (document: object): Promise<string> =>
  astToString(await openapiTypescript(JSON.stringify(document)))
