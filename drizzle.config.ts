import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name <what-changes>` writes the next migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/ledger/schema.ts',
  out: './drizzle',
});
