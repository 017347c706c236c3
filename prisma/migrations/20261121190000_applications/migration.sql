-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "area" TEXT NOT NULL DEFAULT 'portal';

-- CreateTable
CREATE TABLE "documents" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT,
    "storage_key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'uploading',
    "fault" TEXT,
    "uploaded_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3),
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "account_id" TEXT,
    "subject" TEXT,
    "details" JSONB,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_members" (
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_members_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "applications" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "version" INTEGER NOT NULL DEFAULT 1,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "registration_key" TEXT,
    "bank_key" TEXT,
    "round" INTEGER NOT NULL DEFAULT 0,
    "submitted_at" TIMESTAMPTZ(3),
    "promised_at" TIMESTAMPTZ(3),
    "reviewer_id" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "snoozed_until" TIMESTAMPTZ(3),
    "snooze_reason" TEXT,
    "first_approval_by" TEXT,
    "rejected_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application_people" (
    "id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "person_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_people_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application_submissions" (
    "application_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "contents" JSONB NOT NULL,
    "words" TEXT,
    "submitted_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_submissions_pkey" PRIMARY KEY ("application_id","round")
);

-- CreateTable
CREATE TABLE "application_verdicts" (
    "application_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "reason" TEXT,
    "reviewer_id" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_verdicts_pkey" PRIMARY KEY ("application_id","round","subject")
);

-- CreateTable
CREATE TABLE "application_events" (
    "id" BIGSERIAL NOT NULL,
    "application_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "words" TEXT,
    "internal" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "documents_storage_key_key" ON "documents"("storage_key");

-- CreateIndex
CREATE INDEX "documents_account_id_kind_subject_idx" ON "documents"("account_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "documents_status_created_at_idx" ON "documents"("status", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_account_id_id_idx" ON "audit_entries"("account_id", "id");

-- CreateIndex
CREATE INDEX "recovery_codes_user_id_idx" ON "recovery_codes"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "applications_account_id_key" ON "applications"("account_id");

-- CreateIndex
CREATE INDEX "applications_state_promised_at_idx" ON "applications"("state", "promised_at");

-- CreateIndex
CREATE INDEX "applications_registration_key_idx" ON "applications"("registration_key");

-- CreateIndex
CREATE INDEX "applications_bank_key_idx" ON "applications"("bank_key");

-- CreateIndex
CREATE INDEX "application_people_application_id_created_at_idx" ON "application_people"("application_id", "created_at");

-- CreateIndex
CREATE INDEX "application_people_person_key_idx" ON "application_people"("person_key");

-- CreateIndex
CREATE INDEX "application_events_application_id_id_idx" ON "application_events"("application_id", "id");

-- AddForeignKey
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_people" ADD CONSTRAINT "application_people_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_submissions" ADD CONSTRAINT "application_submissions_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_verdicts" ADD CONSTRAINT "application_verdicts_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What one value may be. See 20261121170000_domains.
CREATE DOMAIN "application_state" AS text CHECK (VALUE IN ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED'));
CREATE DOMAIN "verdict" AS text CHECK (VALUE IN ('accepted', 'change'));
CREATE DOMAIN "staff_role" AS text CHECK (VALUE IN ('reviewer', 'support', 'admin'));
CREATE DOMAIN "document_status" AS text CHECK (VALUE IN ('uploading', 'checking', 'ready', 'refused'));
CREATE DOMAIN "session_area" AS text CHECK (VALUE IN ('portal', 'staff'));

ALTER TABLE "applications"
  ALTER COLUMN "state" DROP DEFAULT,
  ALTER COLUMN "state" TYPE "application_state",
  ALTER COLUMN "state" SET DEFAULT 'DRAFT',
  -- Somebody has it on the desk exactly while it is in review; nobody gives both approvals.
  ADD CONSTRAINT "applications_reviewer" CHECK (("state" = 'IN_REVIEW') = ("reviewer_id" IS NOT NULL)),
  ADD CONSTRAINT "applications_promise" CHECK ("state" NOT IN ('SUBMITTED', 'IN_REVIEW') OR "promised_at" IS NOT NULL),
  ADD CONSTRAINT "applications_decided" CHECK (("state" IN ('APPROVED', 'REJECTED')) = ("decided_at" IS NOT NULL));
ALTER TABLE "application_verdicts"
  ALTER COLUMN "verdict" TYPE "verdict",
  ADD CONSTRAINT "application_verdicts_reason" CHECK ("verdict" = 'accepted' OR "reason" <> '');
ALTER TABLE "staff_members" ALTER COLUMN "role" TYPE "staff_role";
ALTER TABLE "documents"
  ALTER COLUMN "status" DROP DEFAULT,
  ALTER COLUMN "status" TYPE "document_status",
  ALTER COLUMN "status" SET DEFAULT 'uploading',
  ADD CONSTRAINT "documents_fault" CHECK (("status" = 'refused') = ("fault" IS NOT NULL)),
  ADD CONSTRAINT "documents_size" CHECK ("size_bytes" > 0);
-- Of one kind about one subject, one stands.
CREATE UNIQUE INDEX "documents_standing" ON "documents" ("account_id", "kind", "subject") WHERE "replaced_at" IS NULL AND "status" IN ('checking', 'ready');
ALTER TABLE "sessions"
  ALTER COLUMN "area" DROP DEFAULT,
  ALTER COLUMN "area" TYPE "session_area",
  ALTER COLUMN "area" SET DEFAULT 'portal';

-- Threat T33: what happened stays as it was written.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "application_events_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "application_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "application_submissions_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "application_submissions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
