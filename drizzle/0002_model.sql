-- needs 0: everything here is added; a release that does not know it asks no model and writes what it always wrote.
CREATE TABLE "mendq"."approvals" (
	"signature" text NOT NULL,
	"sequence" integer NOT NULL,
	"decision" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approvals_signature_sequence_pk" PRIMARY KEY("signature","sequence")
);
--> statement-breakpoint
CREATE TABLE "mendq"."consultations" (
	"signature" text PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"name" text NOT NULL,
	"model" text NOT NULL,
	"model_version" text,
	"prompt_version" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"verdict" text,
	"explanation" text,
	"language" text,
	"programs" text,
	"proved" integer,
	"tried" integer,
	"why" text,
	"ask_again_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mendq"."model_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"queue" text NOT NULL,
	"model" text NOT NULL,
	"prompt_version" text NOT NULL,
	"outcome" text,
	"model_version" text,
	"tokens" double precision NOT NULL,
	"money" double precision,
	"input_tokens" double precision NOT NULL,
	"cached_input_tokens" double precision NOT NULL,
	"output_tokens" double precision NOT NULL,
	"milliseconds" double precision,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "prompt_version" text;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "proved" integer;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "tried" integer;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "explanation" text;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "pinned" boolean;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "mendq"."remedies" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "model_calls_day" ON "mendq"."model_calls" USING btree ("day");--> statement-breakpoint
CREATE INDEX "model_calls_blocked" ON "mendq"."model_calls" USING btree ("model","blocked_until") WHERE blocked_until is not null;