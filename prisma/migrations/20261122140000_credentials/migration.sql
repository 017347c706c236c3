-- AlterTable
ALTER TABLE "api_requests" ADD COLUMN     "request_bytes" INTEGER,
ADD COLUMN     "response_bytes" INTEGER;

-- AlterTable
ALTER TABLE "api_secrets" ADD COLUMN     "last_address" TEXT,
ADD COLUMN     "requests" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "tokens" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "allowed_addresses" (
    "account_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "range" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_addresses_pkey" PRIMARY KEY ("account_id","environment","range"),
    CONSTRAINT "allowed_addresses_range" CHECK ("range" ~ '^[0-9a-f.:]{2,45}(/[0-9]{1,3})?$')
);

-- AddForeignKey
ALTER TABLE "allowed_addresses" ADD CONSTRAINT "allowed_addresses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
