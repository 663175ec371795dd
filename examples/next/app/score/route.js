export const POST = async (request) => Response.json({ score: (await request.json()).score })
