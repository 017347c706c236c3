-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "sealed" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "transaction_id" TEXT,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_links" (
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "user_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" TEXT NOT NULL DEFAULT 'test',
    "status" TEXT NOT NULL DEFAULT 'active',
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "capture_mode" TEXT NOT NULL DEFAULT 'authcap',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "api_secrets" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkout_secrets" (
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkout_secrets_pkey" PRIMARY KEY ("account_id","environment")
);

-- CreateTable
CREATE TABLE "payment_intents" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "order" JSONB NOT NULL,
    "success_url" TEXT NOT NULL,
    "failure_url" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'OPEN',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "transaction_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_intents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transactions" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "order_id" TEXT,
    "order_amount" INTEGER NOT NULL,
    "order_currency" TEXT NOT NULL,
    "amount_authorized" INTEGER NOT NULL DEFAULT 0,
    "amount_captured" INTEGER NOT NULL DEFAULT 0,
    "amount_voided" INTEGER NOT NULL DEFAULT 0,
    "amount_expired" INTEGER NOT NULL DEFAULT 0,
    "amount_refunded" INTEGER NOT NULL DEFAULT 0,
    "hold_reserved" INTEGER NOT NULL DEFAULT 0,
    "refund_reserved" INTEGER NOT NULL DEFAULT 0,
    "chargeback_open" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "external_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "intent_id" TEXT,
    "authorization_id" TEXT NOT NULL,
    "order" JSONB,
    "acquirer" TEXT NOT NULL,
    "card_brand" TEXT,
    "card_bin" TEXT,
    "card_last_four" TEXT,
    "card_expiry" TEXT,
    "decline_code" TEXT,
    "capture_before" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operations" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "external_id" TEXT,
    "reason" TEXT,
    "operator" TEXT NOT NULL,
    "acquirer_reference" TEXT,
    "decline_code" TEXT,
    "inquiries" INTEGER NOT NULL DEFAULT 0,
    "inquire_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "operation_id" TEXT,
    "response_status" INTEGER,
    "response_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","environment","family","scope","external_id")
);

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- CreateIndex
CREATE INDEX "mails_status_created_at_idx" ON "mails"("status", "created_at");

-- CreateIndex
CREATE INDEX "webhook_events_account_id_environment_id_idx" ON "webhook_events"("account_id", "environment", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "email_links_email_purpose_idx" ON "email_links"("email", "purpose");

-- CreateIndex
CREATE INDEX "email_links_expires_at_idx" ON "email_links"("expires_at");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_secrets_hash_key" ON "api_secrets"("hash");

-- CreateIndex
CREATE INDEX "api_secrets_account_id_environment_idx" ON "api_secrets"("account_id", "environment");

-- CreateIndex
CREATE INDEX "payment_intents_account_id_environment_external_id_idx" ON "payment_intents"("account_id", "environment", "external_id");

-- CreateIndex
CREATE INDEX "transactions_account_id_environment_id_idx" ON "transactions"("account_id", "environment", "id");

-- CreateIndex
CREATE INDEX "transactions_account_id_environment_external_id_idx" ON "transactions"("account_id", "environment", "external_id");

-- CreateIndex
CREATE INDEX "transactions_account_id_environment_order_id_idx" ON "transactions"("account_id", "environment", "order_id");

-- CreateIndex
CREATE INDEX "transactions_parent_id_idx" ON "transactions"("parent_id");

-- CreateIndex
CREATE INDEX "operations_transaction_id_sequence_idx" ON "operations"("transaction_id", "sequence");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_secrets" ADD CONSTRAINT "api_secrets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_secrets" ADD CONSTRAINT "checkout_secrets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "transactions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operations" ADD CONSTRAINT "operations_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma has no words for. Code refuses these states first; the database is the second lock on money.

-- An empty environment or a third one must not exist anywhere (threat T2).
ALTER TABLE "api_secrets" ADD CONSTRAINT "api_secrets_environment" CHECK (environment IN ('test', 'live'));
ALTER TABLE "checkout_secrets" ADD CONSTRAINT "checkout_secrets_environment" CHECK (environment IN ('test', 'live'));
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_environment" CHECK (environment IN ('test', 'live'));
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_environment" CHECK (environment IN ('test', 'live'));

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_mode" CHECK (mode IN ('test', 'live')),
  ADD CONSTRAINT "accounts_status" CHECK (status IN ('active', 'suspended')),
  ADD CONSTRAINT "accounts_capture_mode" CHECK (capture_mode IN ('authorize', 'authcap'));

ALTER TABLE "idempotency_keys"
  ADD CONSTRAINT "idempotency_keys_family" CHECK (family IN ('transaction', 'operation', 'refund', 'payment_intent', 'card_intent')),
  ADD CONSTRAINT "idempotency_keys_response" CHECK ((response_status IS NULL) = (response_body IS NULL));

ALTER TABLE "payment_intents"
  ADD CONSTRAINT "payment_intents_environment" CHECK (environment IN ('test', 'live')),
  ADD CONSTRAINT "payment_intents_operation" CHECK (operation IN ('authorize', 'authcap')),
  ADD CONSTRAINT "payment_intents_state" CHECK (state IN ('OPEN', 'PAYING', 'PAID', 'BLOCKED')),
  ADD CONSTRAINT "payment_intents_amount" CHECK (amount BETWEEN 1 AND 99999999),
  ADD CONSTRAINT "payment_intents_currency" CHECK (currency ~ '^[A-Z]{3}$');

ALTER TABLE "transactions"
  ADD CONSTRAINT "transactions_environment" CHECK (environment IN ('test', 'live')),
  ADD CONSTRAINT "transactions_type" CHECK (type IN ('PAYMENT', 'REFUND', 'CHARGEBACK')),
  ADD CONSTRAINT "transactions_status" CHECK (status IN ('PENDING', 'AUTHORIZED', 'DECLINED', 'VOIDED', 'PARTIAL_CAPTURED', 'CAPTURED', 'EXPIRED', 'SETTLED')),
  ADD CONSTRAINT "transactions_currency" CHECK (order_currency ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "transactions_order_amount" CHECK (order_amount BETWEEN 1 AND 99999999),
  ADD CONSTRAINT "transactions_parent" CHECK ((type = 'PAYMENT') = (parent_id IS NULL)),
  ADD CONSTRAINT "transactions_no_negative_amount" CHECK (
    least(amount_authorized, amount_captured, amount_voided, amount_expired, amount_refunded, hold_reserved, refund_reserved, chargeback_open) >= 0),
  ADD CONSTRAINT "transactions_hold" CHECK (
    type <> 'PAYMENT' OR amount_captured + amount_voided + amount_expired + hold_reserved <= amount_authorized),
  ADD CONSTRAINT "transactions_refundable" CHECK (
    type <> 'PAYMENT' OR amount_refunded + refund_reserved + chargeback_open <= amount_captured),
  ADD CONSTRAINT "transactions_nothing_authorized" CHECK (
    type <> 'PAYMENT' OR status NOT IN ('PENDING', 'DECLINED') OR amount_authorized = 0);

ALTER TABLE "operations"
  ADD CONSTRAINT "operations_type" CHECK (type IN ('authorize', 'authcap', 'partial_capture', 'capture', 'void', 'refund', 'expire', 'settle', 'chargeback')),
  ADD CONSTRAINT "operations_status" CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  ADD CONSTRAINT "operations_amount" CHECK (amount BETWEEN 1 AND 99999999),
  ADD CONSTRAINT "operations_pending_has_a_time" CHECK ((status = 'PENDING') = (completed_at IS NULL));

-- The few outcomes that are not known yet, found without reading the rest.
CREATE INDEX "operations_unknown" ON "operations" (inquire_at) WHERE status = 'PENDING';
