/** What the application's jobs look like; a JSON Schema, so that a configuration file can carry it. */
export const schema = { type: 'object', properties: { tax: { type: 'boolean' } }, required: ['tax'] } as const;
