import type { CheckoutMessages } from './en';

export const ja: CheckoutMessages = {
  testEnvironment: 'テスト環境です。',
  simulatedLive: '本番環境のシミュレーションです。',
  noRealMoney: '実際の請求は発生しません。',
  environment: '環境',
  servedBy: (brand) => `カード決済サービス：${brand}`,
  language: '言語',

  amountToPay: 'お支払い金額',
  order: {
    caption: 'ご注文内容',
    item: '商品',
    amount: '金額',
    total: '合計',
    tax: '税金',
    adjustment: '調整額',
    folded: (count) => `ご注文内容：${count}点`,
  },

  card: {
    heading: 'カードで支払う',
    number: 'カード番号',
    expiry: '有効期限',
    expiryHint: '例：08/29（月/年）',
    code: 'セキュリティコード',
    codeHint: '3桁または4桁の数字',
    codeOnBack: '裏面の3桁の数字',
    codeOnFront: '表面の4桁の数字',
    name: 'カード名義人',
  },
  savedCards: {
    choose: 'カードを選択',
    expires: (date) => `有効期限：${date}`,
    another: '別のカードを利用する',
    remove: '削除',
    removed: 'カードを削除しました。',
    declinedCardRemoved: '拒否された登録済みのカードはご利用いただけなくなったため、一覧に表示されません。',
    confirm: 'カードを削除する',
    keep: 'カードを残す',
    chargesEnd: (merchant) =>
      `${merchant}はこのカードに請求できなくなります。これまでのお支払いには影響しません。`,
    mustEnter: (merchant) =>
      `このカードで${merchant}にもう一度支払うには、カード情報の入力が必要になります。これまでのお支払いには影響しません。`,
  },
  billing: {
    heading: '請求先住所',
    hint: 'カードのご利用明細に記載されている住所です。カード会社が確認する場合があります。',
    optional: '（任意）',
    country: '国または地域',
    chooseCountry: '国を選択',
    address_1: '住所',
    address_2: '建物名・部屋番号',
    postal_code: '郵便番号',
    city: '市区町村',
    state: '都道府県または州',
    email: 'メールアドレス',
    emailHint: 'このアドレスに領収書をお送りします。',
    testReceipts: 'テスト環境の領収書は、加盟店のチームメンバーにのみ送信されます。',
  },
  pay: {
    pay: (amount) => `${amount}を支払う`,
    order: (amount) => `注文して${amount}を支払う`,
    book: (amount) => `予約して${amount}を支払う`,
    donate: (amount) => `${amount}を寄付する`,
    subscribe: (amount) => `申し込んで${amount}を支払う`,
  },
  payingNow: 'お支払いを処理しています…',
  progress: [
    'カード会社に確認しています。このページを閉じないでください。',
    'カード会社からの応答を待っています。このページを閉じないでください。',
    'カード会社の処理に通常より時間がかかっています。このページを閉じたり、やり直したりしないでください。',
  ],
  cancel: (merchant) => `キャンセルして${merchant}に戻る`,

  error: 'エラー：',
  problem: '入力内容をご確認ください',
  cardErrors: {
    number_missing: 'カード番号を入力してください',
    number_wrong: 'カード番号をご確認ください。数字に誤りまたは不足があります。',
    number_unknown: 'カード会社でこのカード番号を確認できませんでした。番号をご確認ください。',
    expiry_missing: '有効期限を入力してください',
    expiry_wrong: '有効期限の月と年を「08/29」のように入力してください',
    expiry_far: '有効期限の年をご確認ください',
    expiry_past: 'このカードは有効期限が切れています。別のカードをご利用ください。',
    expiry_refused:
      'カード会社によると、このカードは有効期限が切れています。有効期限を確認するか、別のカードをご利用ください。',
    code_missing: 'セキュリティコードを入力してください',
    code_wrong: 'セキュリティコードは3桁または4桁の数字です',
    code_not_3: 'このカードのセキュリティコードは3桁です',
    code_not_4: 'このカードのセキュリティコードは4桁です',
    code_refused: 'セキュリティコードが一致しません。カードをご確認ください。',
    name_missing: 'カードに記載されている名前を入力してください',
    name_is_number: 'カード番号ではなく、カードに記載されている名前を入力してください',
    country_missing: '国を選択してください',
    address_missing: '住所を入力してください',
    postal_code_missing: '郵便番号を入力してください',
    postal_code_wrong: '郵便番号を確認してください。選択した国の形式ではありません。',
    city_missing: '市区町村を入力してください',
    state_missing: '都道府県または州を入力してください',
    email_missing: 'メールアドレスを入力してください',
    email_wrong: 'name@example.com のようなメールアドレスを入力してください',
    billing_is_number: 'ここにカード番号を入力しないでください',
    consent_missing: '同意する場合はチェックを入れてください',
    test_card_required:
      'ここではテストカードのみご利用いただけるため、このカードへの請求は行われていません。テストカードについてはショップにお問い合わせください。ご自身のショップの場合は、ドキュメントの「Test cards」をご覧ください。',
    test_card_refused: 'これはテストカードのため、実際のお支払いには使えません。別のカードをご利用ください。',
  },
  notTaken: 'カードへの請求は行われていません',
  declined: 'お支払いが承認されませんでした。カードへの請求は行われていません。',
  reasons: {
    authentication_failed:
      'カード会社でご本人確認ができませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
    technical_problem:
      '技術的な問題により、お支払いを完了できませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
    insufficient_funds: 'このカードは残高または利用可能額が不足しています。別のカードをお試しください。',
    declined:
      'このカードはカード会社で承認されませんでした。別のカードをお試しいただくか、カード会社にお問い合わせください。',
    saved_card_unavailable:
      'この登録済みのカードはご利用いただけなくなりました。別のカードをご利用ください。',
    out_of_date: 'このページの情報が古くなっていました。カード情報をもう一度入力してください。',
    unavailable:
      'このショップでは現在カードでのお支払いを受け付けていません。しばらくしてからもう一度お試しください。',
    link_completed: 'この支払いリンクは利用回数の上限に達しました。カードへの請求は行われていません。',
    offline: 'オフラインのため、カードへの請求は行われていません。接続を確認して、もう一度お試しください。',
    card_limit_reached:
      'このカードでの試行回数が上限を超えました。別のカードをご利用いただくか、1時間後にもう一度お試しください。',
    address_limit_reached:
      'お使いのネットワークから試行されたカードの数が上限を超えました。10分後にもう一度お試しください。',
    proof_needed:
      'カードの不正利用を防ぐため、現在このページではJavaScriptが必要です。JavaScriptを有効にしてカード情報をもう一度入力するか、10分後にもう一度お試しください。',
  },
  enterCardAgain: 'カード情報をもう一度入力してください。安全のため、このページには保存されません。',
  enterAgain:
    'カード番号とセキュリティコードをもう一度入力してください。安全のため、このページには保存されません。',
  attemptsLeft: (count) => `あと${count}回お試しいただけます。`,

  titles: {
    form: (merchant) => `${merchant}へのお支払い`,
    declined: 'お支払いが承認されませんでした',
    remove_card: 'このカードを削除しますか？',
    paying: 'カード会社の応答を待っています',
    authenticate: 'カード会社での本人確認',
    paid: 'お支払いが完了しました',
    refunded: 'お支払いが返金されました',
    released: 'カードには請求されていません',
    expired: 'この決済ページは有効期限が切れています',
    blocked: '試行回数の上限に達しました',
    cancelled: 'このお支払いはキャンセルされました',
    unknown: 'お支払いが見つかりません',
    failed: 'システムエラーが発生しました',
  },
  paying: {
    unknown: (amount) =>
      `${amount}のお支払いは、カード会社からまだ確認が取れていません。再度お支払いにならないでください。`,
    goesOn: 'このページは数秒ごとに状況を確認し、自動的に次へ進みます。',
    checkAgain: '今すぐ確認する',
    checkedJustNow: 'たった今確認しました。',
  },
  authenticate: {
    explain: (amount: string) => `${amount}のお支払いについて、カード会社が確認を求めています。`,
    earlier:
      'この確認は、前回のお支払い手続きに関するものです。今入力されたカードへの請求は行われていません。',
    goOn: 'カード会社のページへ進む',
  },
  paid: {
    taken: (amount, merchant) => `${merchant}に${amount}を支払いました。`,
    held: (amount, merchant) => `${merchant}へのお支払いとして、カードで${amount}の利用枠を確保しました。`,
    released: (amount, merchant) =>
      `${merchant}へのお支払いとして確保した${amount}の利用枠は解放されました。カード会社の明細には数日間表示されることがあります。`,
    refunded: (amount) => `${amount}が返金されました。カードへの反映には通常5～10営業日かかります。`,
    chargedBack: (amount) => `カード会社から${amount}が返金されました。`,
    notAgain: '再度お支払いいただく必要はありません。',
    already: 'お支払いはすでに完了していたため、最後の操作による請求はありません。',
    receipt: '領収書をメールでお送りします。',
  },
  link: {
    amount: '金額',
    amountRange: (min: string, max: string) => `${min}から${max}まで`,
    quantityOf: (item: string) => `${item}の数量`,
    quantityRange: (min: number, max: number) => `${min}から${max}まで`,
    goOn: 'お支払いへ進む',
    amountWrong: (min: string, max: string) => `${min}から${max}までの金額を入力してください`,
    quantityWrong: (item: string, min: number, max: number) =>
      `${item}は${min}から${max}までの数量を入力してください`,
    nothingChosen: '商品を1つ以上選択してください',
    amountUnclear: (currency: string, example: string) =>
      `${currency}の金額を「${example}」のように入力してください`,
    more: (item: string) => `${item}を1つ増やす`,
    less: (item: string) => `${item}を1つ減らす`,
    paid: 'この支払いリンクは支払い済みです',
    inProgress: 'このリンクでのお支払いが進行中です',
    whyInProgress:
      'カードへの請求は行われていません。別のタブでお支払い中の場合は、そのタブで完了してください。それ以外の場合は、しばらくしてからもう一度お試しください。お支払いの完了まで最長15分かかることがあります。',
    tryAgain: 'もう一度試す',
    alreadyPaid: (merchant: string) =>
      `もう一度お支払いいただく必要はありません。お支払いに心当たりがない場合は、${merchant}にお問い合わせください。`,
    unusable: 'この支払いリンクは利用できません',
    whyUnusable: (merchant: string) =>
      `有効期限が切れたか、停止されたか、利用回数の上限に達しました。すでにお支払い済みの場合は、何もする必要はありません。まだの場合は、${merchant}に新しいリンクを依頼してください。`,
    ended: (merchant: string) =>
      `この支払いリンクはご利用いただけなくなりました。お支払いを希望される場合は、${merchant}に新しいリンクを依頼してください。`,
    reversed: (merchant: string) =>
      `このリンクでのお支払いは、取り消しまたは返金されました。お支払いを希望される場合は、${merchant}に新しいリンクを依頼してください。`,
    tooManyVisits: 'お使いの接続からのアクセスが多すぎます。10分後にもう一度お試しください。',
    notChargedHere: 'このページではカードへの請求は行われていません。',
    notPaid: 'お支払いは完了していません。カードへの請求は行われていません。',
    change: '変更',
    startAgain: '最初からやり直す',
    seeConfirmation: '確認画面を見る',
    reference: (reference: string) => `お客様の照会番号：${reference}`,
  },
  takingYouBack: 'ショップに戻ります。',
  goOnTo: (merchant) => `${merchant}に進む`,
  backTo: (merchant) => `${merchant}に戻る`,
  expired: (merchant) =>
    `カードへの請求は行われていません。${merchant}に戻って、最初からやり直してください。`,
  blocked: (merchant) =>
    `いずれのお支払いも成立せず、カードへの請求は行われていません。最初からやり直すか、別の方法でお支払いになるには、${merchant}に戻ってください。`,
  cancelled: (merchant) =>
    `カードへの請求は行われていません。このページではもうお支払いいただけません。最初からやり直すには、${merchant}に戻ってください。`,
  unknown: {
    why: 'リンクが不完全か、有効期限が切れている可能性があります。',
    whatNow:
      'すでにお支払い済みの場合は、再度お支払いになる前に、領収書を確認するかショップにお問い合わせください。まだの場合は、ショップに戻って最初からやり直してください。',
  },
  failed: {
    maybePaid:
      'すでに支払いボタンを押した場合は、お支払いが完了している可能性があります。確認できるまで、カード情報を再度入力しないでください。',
    openAgain: 'しばらくしてからこのページを再読み込みし、お支払いが完了したかご確認ください。',
    checkAgain: 'このページを再読み込みする',
  },

  support: {
    heading: (merchant) => `${merchant}へのお問い合わせ`,
    email: 'メール',
    phone: '電話',
    website: 'ウェブサイト',
    terms: '利用規約',
    privacy: 'プライバシー',
  },
};
