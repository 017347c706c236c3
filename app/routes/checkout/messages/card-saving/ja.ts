import type { CardSavingMessages } from './en';

export const cardSavingJa: CardSavingMessages = {
  title: 'カードを登録する',
  why: (merchant, brand) =>
    `${merchant}でのお支払いがスムーズになるよう、${brand}がカードを保存します。お客様ご自身がお支払いの手続きをしたときにのみ請求されます。`,
  whyForMerchant: (merchant, brand) =>
    `${merchant}が後日カードに請求できるよう、${brand}がカードを保存します。`,
  consent: {
    recurring: (merchant) =>
      `サブスクリプションなどの継続的なお支払いについて、${merchant}が都度の確認なしにこのカードに請求することを承認します。`,
    installment: (merchant) =>
      `購入代金の分割払いについて、${merchant}が都度の確認なしにこのカードに請求することを承認します。`,
    unscheduled: (merchant) =>
      `チャージなど、サービスの利用に応じたお支払いについて、${merchant}が都度の確認なしにこのカードに請求することを承認します。`,
  },
  nothingNow: '現時点では請求されません。カードが有効かどうかをカード会社に確認するだけです。',
  codeNotKept: 'セキュリティコードは保存されません。',
  save: 'カードを登録する',
  savingNow: '登録しています…',
  cancel: 'キャンセル',
  declined: 'カードが承認されなかったため、登録されませんでした',
  notSaved: 'カードは登録されませんでした',
  outOfDate:
    'このページの情報が古くなっていたため、カードは登録されませんでした。カード情報をもう一度入力してください。',
  noAnswer:
    'カード会社から応答がありませんでした。カードへの請求は行われていません。もう一度お試しください。',
  unavailable: '現在カードを登録できません。しばらくしてからもう一度お試しください。',
  authenticate: 'カードを登録する前に、カード会社が確認を求めています。カードへの請求は行われません。',
  checking: 'カード会社からまだ確認が取れていません。カードへの請求は行われていません。',
  anotherCard: '別のカードを利用する',
  titles: {
    save_checking: 'カード会社の応答を待っています',
    save_authenticate: 'カード会社での本人確認',
    saved: 'カードが登録されました',
    save_expired: 'このページは有効期限が切れています',
    save_failed: '試行回数の上限に達しました',
    save_cancelled: 'カードは登録されませんでした',
    save_removed: 'このカードの登録は解除されています',
  },
  savedForPayer: (card, merchant) =>
    `お客様のカード（${card}）は、${merchant}での次回のお支払い用に登録されました。本日、カードへの請求は行われていません。`,
  savedForMerchant: (card, merchant) =>
    `${merchant}がお客様のカード（${card}）に請求できるようになりました。本日、カードへの請求は行われていません。`,
  save_expired: (merchant) =>
    `カードは登録されませんでした。${merchant}に戻って、最初からやり直してください。`,
  save_failed: 'いずれのカードも承認されませんでした。カードの登録も請求も行われていません。',
  save_cancelled: 'キャンセルしました。カードへの請求は行われていません。',
  save_removed: (merchant: string) => `${merchant}は今後このカードに請求できません。`,
  mayClose: 'このページを閉じてかまいません。',
};
