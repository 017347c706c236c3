-- AlterTable
ALTER TABLE "card_intents" DROP COLUMN "tried_last_four",
ADD COLUMN     "forms" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "payment_intents" ADD COLUMN     "forms" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
