-- needs 0: everything here is added, and a release that doesn't know it writes what it always wrote.
ALTER TABLE "mendq"."migrations" ADD COLUMN IF NOT EXISTS "needs" integer;--> statement-breakpoint
ALTER TABLE "mendq"."letters" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "mendq"."letters" ADD COLUMN "intent_sequence" integer;--> statement-breakpoint
ALTER TABLE "mendq"."letters" ADD COLUMN "stripped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mendq"."letters" ADD COLUMN "forgotten_for" text;--> statement-breakpoint
ALTER TABLE "mendq"."events" ADD COLUMN "detail_hash" text;--> statement-breakpoint
CREATE INDEX "letters_finished" ON "mendq"."letters" USING btree ("outcome_at","id") WHERE stripped_at is null and state in ('healed', 'presumed', 'returned', 'settled', 'discarded', 'superseded');