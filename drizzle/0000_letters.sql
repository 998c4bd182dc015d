CREATE TABLE "mendq"."archive" (
	"letter" text PRIMARY KEY NOT NULL,
	"location" text NOT NULL,
	"body_hash" text NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mendq"."blocklist" (
	"source_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"letter" text NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mendq"."events" (
	"letter" text NOT NULL,
	"sequence" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"detail" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "events_letter_sequence_pk" PRIMARY KEY("letter","sequence")
);
--> statement-breakpoint
CREATE TABLE "mendq"."groups" (
	"signature" text PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"name" text NOT NULL,
	"cause" text NOT NULL,
	"rule" text NOT NULL,
	"why" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"letters" integer NOT NULL,
	"in_flight" integer NOT NULL,
	"healed" integer NOT NULL,
	"returned" integer NOT NULL,
	"recent_healed" integer NOT NULL,
	"recent_returned" integer NOT NULL,
	"healed_in_a_row" integer NOT NULL,
	"last_outcome_at" timestamp (3) with time zone,
	"breaker_opened_at" timestamp (3) with time zone,
	"breaker_until" timestamp (3) with time zone,
	"breaker_openings" integer NOT NULL,
	"breaker_why" text
);
--> statement-breakpoint
CREATE TABLE "mendq"."letters" (
	"id" text PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"message_id" text NOT NULL,
	"message_hash" text NOT NULL,
	"epoch" text NOT NULL,
	"broker" text NOT NULL,
	"name" text NOT NULL,
	"body" "bytea" NOT NULL,
	"oversize" double precision,
	"headers" text NOT NULL,
	"reason" text NOT NULL,
	"stack" text NOT NULL,
	"failed_at" double precision NOT NULL,
	"attempts" double precision NOT NULL,
	"enqueued_at" double precision NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"round" integer NOT NULL,
	"state" text NOT NULL,
	"why" text NOT NULL,
	"hold" text,
	"due_at" timestamp (3) with time zone,
	"replay_id" text,
	"replayed_at" timestamp (3) with time zone,
	"outcome_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"signature" text,
	"failure_signature" text,
	"earlier_signatures" text NOT NULL,
	"diagnosis" text,
	"plan" text,
	"plan_body" "bytea",
	"idempotency_key" text,
	"key_hash" text,
	"revision" text,
	"event_sequence" integer NOT NULL,
	"event_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mendq"."remedies" (
	"signature" text PRIMARY KEY NOT NULL,
	"operations" text NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "letters_message" ON "mendq"."letters" USING btree ("message_hash");--> statement-breakpoint
CREATE INDEX "letters_death" ON "mendq"."letters" USING btree ("failed_at","id");--> statement-breakpoint
CREATE INDEX "letters_key" ON "mendq"."letters" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "letters_group" ON "mendq"."letters" USING btree ("signature","state");--> statement-breakpoint
CREATE INDEX "letters_planned" ON "mendq"."letters" USING btree ("queue","due_at" NULLS FIRST,"id") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "letters_claimed" ON "mendq"."letters" USING btree ("queue","lease_until") WHERE state in ('claimed', 'intent');--> statement-breakpoint
CREATE INDEX "letters_replayed" ON "mendq"."letters" USING btree ("queue","replayed_at","id") WHERE state = 'replayed';--> statement-breakpoint
CREATE UNIQUE INDEX "letters_key_in_flight" ON "mendq"."letters" USING btree ("key_hash") WHERE state in ('claimed', 'intent', 'replayed');