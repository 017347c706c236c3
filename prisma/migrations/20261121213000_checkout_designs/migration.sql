CREATE TABLE "checkout_designs" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "number" INTEGER,
    "design" JSONB NOT NULL,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_by" TEXT,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_designs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "checkout_designs_published" CHECK (("number" IS NULL) = ("published_at" IS NULL) AND ("number" IS NULL) = ("published_by" IS NULL) AND "number" >= 1)
);

CREATE TABLE "checkout_logos" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkout_logos_pkey" PRIMARY KEY ("id"),
    -- What is kept is a PNG of ours, whatever was uploaded.
    CONSTRAINT "checkout_logos_png" CHECK (substring("png" FOR 8) = '\x89504e470d0a1a0a')
);

CREATE UNIQUE INDEX "checkout_designs_account_id_environment_number_key" ON "checkout_designs"("account_id", "environment", "number");
CREATE UNIQUE INDEX "checkout_designs_draft" ON "checkout_designs" ("account_id", "environment") WHERE "number" IS NULL;
CREATE INDEX "checkout_logos_account_id_created_at_idx" ON "checkout_logos"("account_id", "created_at");

ALTER TABLE "checkout_designs" ADD CONSTRAINT "checkout_designs_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "checkout_logos" ADD CONSTRAINT "checkout_logos_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The history of what payers saw stays as it was.
CREATE TRIGGER "checkout_designs_stay" BEFORE UPDATE OR DELETE ON "checkout_designs" FOR EACH ROW WHEN (OLD."number" IS NOT NULL) EXECUTE FUNCTION "refuse_change"();
