import type { AnswerMessages } from './en';

export const answersJa: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) => `${date}の${merchant}への${amount}のお支払いは承認されませんでした。`,
    reasons: {
      number_unknown: 'カード番号が認識されませんでした。',
      expiry_refused: 'カードの有効期限が切れていたか、有効期限の入力に誤りがありました。',
      code_refused: 'セキュリティコードが一致しませんでした。',
      authentication_failed: 'カード会社がご本人であることを確認できませんでした。',
      technical_problem: '技術的な問題により、お支払いができませんでした。',
      insufficient_funds: 'カードの残高または利用枠が不足していました。',
      declined:
        'お伝えできる理由はございません。詳しくは、カード会社にお問い合わせいただくと分かる場合があります。',
    },
    notCharged: 'カードへの請求は行われていません。',
    reversing: 'その後、カード会社がこのお支払いを承認したため、現在取り消しを行っています。',
    reversed:
      'その後、カード会社がこのお支払いを承認したため、取り消しを行いました。カード会社の表示に反映されるまで数営業日かかる場合があります。',
    notReversed: 'その後、カード会社がこのお支払いを承認しましたが、まだ取り消されていません。',
    succeeded: (amount, at) =>
      `${at}の${amount}のお支払いは完了していますので、再度お支払いいただく必要はありません。`,
    retry: (merchant) =>
      `引き続き${merchant}へのお支払いをご希望の場合は、もう一度お試しいただくか、別のカードをご利用ください。`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant}が${amount}を返金しました。返金は${date}にカード会社へ送信されました。`,
    reference: (reference) => `カード会社から参照番号を尋ねられた場合は、${reference}とお伝えください。`,
    card: (lastFour) => `返金先は、お支払いに使用されたカード（末尾${lastFour}）です。`,
    usual: '返金がご利用明細に反映されるまで、通常5～10営業日かかります。',
    overdue:
      'この期間は過ぎています。ご利用明細に返金が見当たらない場合は、カード会社にお問い合わせください。',
    pending: (amount, date) => `${date}に${amount}の返金が依頼されましたが、まだ確認が取れていません。`,
    failed: (amount, date) =>
      `${date}に依頼された${amount}の返金は失敗しました。この金額はお客様に返金されていません。`,
    returned: (amount, date) =>
      `${date}に送信された${amount}の返金は、カード会社から差し戻されました。この金額はお客様に返金されていません。`,
    contact: (merchant) => `別の方法での返金については、${merchant}にお問い合わせください。`,
    earlier: (count) => `これより前の返金${count}件は含まれていません。`,
  },
  hold: {
    was: (amount, merchant, date) =>
      `${date}に、${merchant}へのお支払いとして、カードで${amount}の利用枠が確保されました。`,
    still: (amount) => `このうち${amount}は現在も確保されていますが、請求はされていません。`,
    until: (merchant, date) =>
      `${merchant}は${date}までこの金額を請求できます。請求されない場合、確保は解除されます。`,
    open: (merchant) => `${merchant}はこの金額を請求するか、確保を解除できます。`,
    ended: (date) => `確保の期限は${date}に終了し、現在解除の手続き中です。`,
    waiting: (amount) => `確保された金額のうち${amount}の変更は、まだ確認が取れていません。`,
    charged: (amount, merchant) =>
      `${merchant}がこのうち${amount}を請求しました。利用枠の確保とこの請求は、2件ではなく1件のお支払いです。`,
    released: (amount) =>
      `このうち${amount}の確保は解除され、請求されません。カード会社の表示に反映されるまで数営業日かかる場合があります。`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      `このお支払いの前後24時間以内に、同じカード、メールアドレス、またはご注文による${merchant}への${amount}のお支払いが、ほかに${count}件あります。`,
    atLeast: (count, amount, merchant) =>
      `このお支払いの前後24時間以内に、同じカード、メールアドレス、またはご注文による${merchant}への${amount}のお支払いが、ほかに少なくとも${count}件あります。`,
    pending: (at) => `${at}のお支払いは、まだ確認が取れていません。`,
    declined: (at) => `${at}のお支払いは承認されず、請求されていません。`,
    reversing: (at) =>
      `${at}のお支払いは承認されませんでしたが、その後カード会社が承認したため、取り消しを行っています。`,
    reversed: (at) =>
      `${at}のお支払いは承認されませんでしたが、その後カード会社が承認したため、取り消されました。`,
    notReversed: (at) =>
      `${at}のお支払いは承認されませんでしたが、その後カード会社が承認し、まだ取り消されていません。`,
    held: (at) => `${at}のお支払いは利用枠が確保されているだけで、請求されていません。`,
    released: (at) => `${at}のお支払いは利用枠の確保が解除され、請求されていません。`,
    charged: (at, amount) => `${at}のお支払いでは、${amount}が請求されました。`,
    refunded: (amount) => `このうち${amount}は返金されました。`,
    refunding: (amount) => `${amount}の返金は、まだ確認が取れていません。`,
    disputed: (amount) => `このうち${amount}は、カード会社を通じて異議申し立て中です。`,
    chargedBack: (amount) => `このうち${amount}は、カード会社が取り戻しました。`,
    stillHeld: (amount) => `このほかに${amount}の利用枠が確保されています。`,
    several: (merchant) =>
      `これらのお支払いのうち2件以上が請求されています。お支払いが1回だけのおつもりでしたら、${merchant}に返金をご依頼ください。`,
    one: 'これらのお支払いのうち、請求されたままなのは1件だけです。',
    none: 'これらのお支払いのうち、請求されたままのものはありません。',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `請求は行われていません。${merchant}への${amount}のお支払いは、${at}にキャンセルされました。`,
    expired: (amount, merchant, at) =>
      `請求は行われていません。${merchant}への${amount}のお支払いは、完了しないまま${at}に期限切れとなりました。`,
    failed: (amount, merchant) =>
      `請求は行われていません。${merchant}への${amount}のお支払いは、複数回承認されなかったため終了しました。`,
    open: (amount, merchant) =>
      `現時点で請求は行われていません。${merchant}への${amount}のお支払いは、まだ完了していません。`,
    noRequest: 'カード会社への照会は行われていません。',
    notOpened: 'お支払いページは開かれていません。',
    declined: (count) => `承認されなかったお支払いが${count}件あります。`,
    otherPayment:
      'このご注文には別のお支払いがあります。確認が終わるまで、再度お支払いにならないでください。',
    payUntil: (at) => `お支払いページで${at}までお支払いいただけます。`,
    orderAgain: (merchant) => `ご購入をご希望の場合は、${merchant}で改めてご注文ください。`,
  },
};
