/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'ar|AZ:أبو ظبي:Abu Dhabi|SH:الشارقة:Sharjah|FU:الفجيرة:Fujairah|UQ:ام القيوين:Umm Al Quwain|DU:دبي:Dubai|RK:رأس الخيمة:Ras al Khaimah|AJ:عجمان:Ajman';
