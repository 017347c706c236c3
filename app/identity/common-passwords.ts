/** The commonest passwords of 12 characters and more in published leaks; shorter ones are refused for their length. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `000000000000 0123456789ab 012345678910 0987654321098 1111111111111 111111111111 111222333444 112233445566 121212121212 123123123123
  123321123321 1234123412341234 123412341234 12344321123443 12345678901 123456789012 1234567890123 12345678901234 123456789012345
  1234567890123456 123456781234 12345678912345 1234567890qwerty 123456789abc 1234567891011 123456789123 12345qwertyui 1234qwerasdf
  1234qwerasdfzxcv 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc
  3rjs1la7qe4r 789456123789 987654321098 987654321987 999999999999 a12345678901 aaaaaaaaaaaa abc123456789 abcabcabcabc abcd12345678
  abcdef123456 abcdefghijkl abcdefghijklm abcdefghijklmnop abcdefghijklmnopqrstuvwxyz administrator adminadminadmin asdasdasdasd
  asdfasdfasdf asdfghjkl123 asdfghjkl;'# basketball123 buttercup123 changeme1234 changemenow1 charlie12345 chocolate123
  computer1234 correcthorsebatterystaple football1234 hellohello12 iloveyou1234 iloveyou12345 iloveyouforever iloveyousomuch
  january123456 kennwort1234 letmein12345 letmein123456 letmeinplease liverpool123 manchester12 manchesterunited master123456
  michael12345 monkey123456 motdepasse12 motdepasse123 p@ssw0rd1234 p@ssword1234 passw0rd1234 password0000 password1111 password1234
  password12345 password123456 password1234567 password12345678 password123456789 password1234567890 password2024 password2025
  password2026 passwordpassword princess1234 q1w2e3r4t5y6 q1w2e3r4t5y6u7 qazwsx123456 qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb
  qqqqqqqqqqqq qwer1234qwer qwerasdfzxcv qwertqwert12 qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty
  qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop[] qwertyuiopasdf qwertyuiopasdfghjkl qwertzuiop12 qwertzuiop123 rockyou12345
  secret123456 starwars1234 summer123456 sunshine1234 superman1234 superman12345 test12345678 testtesttest thisisapassword
  trustno11234 unbelievable welcome12345 welcome123456 whatever1234 zaq12wsxcde3 zxcvbnm12345 zxcvbnm123456 zxcvbnmzxcvbnm`
    .split(/\s+/)
    .filter(Boolean),
);
