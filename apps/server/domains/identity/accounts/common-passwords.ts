/** The most frequent passwords of ten or more letters in lists of stolen ones, folded to lower case. */
const COMMON = new Set(
  `1234567890 0123456789 0987654321 9876543210 12345678910 123456789a 1234567891 a123456789 123456789q 123123123123
1234512345 1212121212 1010101010 11223344556 1122334455 1357924680 147258369 1472583690 123654789 1236547890
password12 password123 password1234 password12345 passwordpassword p@ssword12 p@ssw0rd123 passw0rd123 mypassword
mypassword1 newpassword changeme123 changemenow letmein123 letmeinnow welcome123 welcome1234 welcome2024 welcome2025
qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] qwerty12345 qwerty123456 qwerty1234 qwertzuiop azertyuiop
asdfghjkl1 asdfghjkl; asdfghjkl123 asdfasdfasdf zxcvbnm123 zxcvbnm,./ 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc
qazwsxedc1 qazwsxedcrfv q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 !qaz2wsx#edc iloveyou12 iloveyou123 iloveyou1234
administrator admin12345 admin123456 adminadmin adminadmin1 administrator1 rootroot12 superuser1 testtest12 test123456
test1234567 testing123 secret1234 secretsecret sunshine12 sunshine123 princess123 football123 baseball123 basketball
michael123 superman123 charlie123 dragon12345 monkey12345 abcdefghij abcdefghijk abcdefghijklmnop abc1234567 abcd123456
abcde12345 abc123abc123 a1b2c3d4e5 aa12345678 aa123456789 1234qwerasdf 1234abcd1234 trustno123 whatever123 computer123
internet123 starwars123 hello12345 helloworld helloworld1 correcthorsebatterystaple documentation lectern123`.split(
    /\s+/,
  ),
);

/**
 * Whether a password, folded to lower case, is among the first to be guessed, which includes a single repeated
 * character.
 */
export const isCommonPassword = (folded: string): boolean => COMMON.has(folded) || new Set(folded).size === 1;
