import type { CardSavingMessages } from './en';

export const cardSavingAr: CardSavingMessages = {
  title: 'حفظ بطاقتكم',
  why: (merchant, brand) =>
    `تحفظ ${brand} بيانات بطاقتكم كي تتمكّنوا من الدفع لـ ${merchant} بسرعة أكبر. ولن يُخصم منها إلا عندما تدفعون بأنفسكم.`,
  whyForMerchant: (merchant, brand) =>
    `تحفظ ${brand} بيانات بطاقتكم كي يتمكّن ${merchant} لاحقًا من الخصم منها.`,
  consent: {
    recurring: (merchant) =>
      `أفوّض ${merchant} بالخصم من هذه البطاقة بشكل دوري، مثلًا لسداد اشتراك، دون طلب موافقتي في كل مرة.`,
    installment: (merchant) =>
      `أفوّض ${merchant} بالخصم من هذه البطاقة لسداد أقساط مشترياتي، دون طلب موافقتي في كل مرة.`,
    unscheduled: (merchant) =>
      `أفوّض ${merchant} بالخصم من هذه البطاقة بحسب استخدامي لخدماته، مثلًا لإعادة شحن رصيدي، دون طلب موافقتي في كل مرة.`,
  },
  nothingNow: 'لن يُخصم أي مبلغ الآن، وإنما نسأل مصرفكم فقط عن صلاحية البطاقة.',
  codeNotKept: 'لا يُحفظ رمز الأمان.',
  save: 'حفظ البطاقة',
  savingNow: 'جارٍ الحفظ…',
  cancel: 'إلغاء',
  declined: 'رُفضت البطاقة ولم تُحفظ',
  notSaved: 'لم تُحفظ بطاقتكم',
  outOfDate: 'لم تعد هذه الصفحة محدّثة، لذلك لم تُحفظ البطاقة. يُرجى إدخال بيانات البطاقة من جديد.',
  noAnswer: 'لم يردّ مصرفكم ولم يُخصم أي مبلغ. يُرجى المحاولة من جديد.',
  unavailable: 'يتعذّر حفظ البطاقات هنا حاليًا. يُرجى المحاولة لاحقًا.',
  authenticate: 'يطلب منكم مصرفكم تأكيد هذه البطاقة قبل حفظها. لن يُخصم أي مبلغ.',
  checking: 'لم يؤكّد مصرفكم بطاقتكم بعد. لم يُخصم أي مبلغ.',
  anotherCard: 'استخدام بطاقة أخرى',
  titles: {
    save_checking: 'في انتظار رد مصرفكم',
    save_authenticate: 'أكّدوا بطاقتكم لدى مصرفكم',
    saved: 'حُفظت بطاقتكم',
    save_expired: 'انتهت صلاحية هذه الصفحة',
    save_failed: 'عدد المحاولات كبير جدًا',
    save_cancelled: 'لم تُحفظ أي بطاقة',
    save_removed: 'لم تعد هذه البطاقة محفوظة',
  },
  savedForPayer: (card, merchant) => `حُفظت بطاقتكم ${card} لدفعتكم التالية إلى ${merchant}. لم يُخصم أي مبلغ.`,
  savedForMerchant: (card, merchant) => `يمكن الآن لـ ${merchant} استخدام بطاقتكم ${card}. لم يُخصم أي مبلغ.`,
  save_expired: (merchant) => `لم تُحفظ أي بطاقة. يُرجى العودة إلى ${merchant} والبدء من جديد.`,
  save_failed: 'لم تُقبل أي من البطاقات. لم تُحفظ أي بطاقة ولم يُخصم أي مبلغ.',
  save_cancelled: 'لقد ألغيتم العملية. لم يُخصم أي مبلغ.',
  save_removed: (merchant: string) => `لم يعد بإمكان ${merchant} الخصم منها.`,
  mayClose: 'يمكنكم إغلاق هذه الصفحة.',
};
