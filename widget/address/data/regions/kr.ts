/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'ko|42:강원:Gangwon-do|41:경기:Gyeonggi-do|48:경남:Gyeongsangnam-do|47:경북:Gyeongsangbuk-do|29:광주:Gwangju|27:대구:Daegu|30:대전:Daejeon|26:부산:Busan|11:서울:Seoul|50:세종:Sejong|31:울산:Ulsan|28:인천:Incheon|46:전남:Jeollanam-do|45:전북:Jeollabuk-do|49:제주:Jeju-do|44:충남:Chungcheongnam-do|43:충북:Chungcheongbuk-do';
