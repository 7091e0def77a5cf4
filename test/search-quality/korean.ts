/** A small documentation in Korean, with pages that are easily taken for each other, and what is asked of it. */
import type { KnownItemQuery } from './load-pages.ts';

export const koreanPages: Record<string, string> = {
  'README.md':
    '# 한강 서비스 안내\n\n한강은 팀이 문서를 함께 쓰고 배포하는 서비스입니다. 이 안내서는 기본 기능을 설명합니다.\n',
  'start.md':
    '# 시작하기\n\n계정을 만들고 첫 번째 문서를 작성해 보세요.\n\n## 계정 만들기\n\n이메일 주소와 비밀번호를 입력하고 인증 메일을 확인합니다.\n\n## 첫 문서 작성\n\n왼쪽 메뉴에서 새 문서를 누르면 편집기가 열립니다.\n',
  'editor.md':
    '# 편집기 사용법\n\n편집기에서는 제목, 목록, 표, 그림을 넣을 수 있습니다.\n\n## 단축키\n\n굵은 글씨는 Ctrl+B, 링크는 Ctrl+K로 넣습니다.\n\n## 표 삽입\n\n표의 행과 열은 마우스로 끌어서 순서를 바꿀 수 있습니다.\n',
  'publish.md':
    '# 문서 게시\n\n작성한 문서를 웹사이트로 게시합니다.\n\n## 게시 예약\n\n정해진 시각에 자동으로 게시되도록 예약할 수 있습니다.\n\n## 게시 취소\n\n게시를 취소하면 방문자는 더 이상 문서를 볼 수 없습니다.\n',
  'versions.md':
    '# 버전 기록\n\n문서를 저장할 때마다 새로운 버전이 기록됩니다.\n\n## 버전 비교\n\n두 버전을 나란히 놓고 달라진 부분을 확인합니다.\n\n## 이전 버전 복원\n\n복원하면 현재 내용은 새 버전으로 남아 있으므로 사라지지 않습니다.\n',
  'permissions.md':
    '# 권한 설정\n\n사용자마다 읽기, 댓글, 편집, 관리 권한을 줄 수 있습니다.\n\n## 그룹 권한\n\n그룹에 권한을 주면 그룹의 모든 구성원에게 적용됩니다.\n\n## 외부 공유 링크\n\n비밀 링크를 만들면 계정이 없는 사람도 문서를 읽을 수 있습니다.\n',
  'members.md':
    '# 구성원 초대\n\n관리자는 이메일로 구성원을 초대합니다.\n\n## 초대 만료\n\n초대 링크는 칠 일 후에 만료됩니다. 만료되면 다시 초대해야 합니다.\n\n## 구성원 내보내기\n\n내보낸 구성원의 토큰은 즉시 폐기됩니다.\n',
  'billing.md':
    '# 요금과 결제\n\n요금은 구성원 수에 따라 매월 청구됩니다.\n\n## 결제 수단 변경\n\n신용카드나 계좌 이체로 결제할 수 있습니다.\n\n## 세금계산서\n\n사업자등록번호를 입력하면 세금계산서가 발행됩니다.\n\n## 환불 정책\n\n결제 후 십사 일 이내에는 전액 환불됩니다.\n',
  'search.md':
    '# 검색 기능\n\n모든 문서의 본문과 제목을 검색합니다.\n\n## 검색 필터\n\n작성자, 날짜, 태그로 결과를 좁힐 수 있습니다.\n\n## 검색 제외\n\n숨긴 문서는 검색 결과에 나타나지 않습니다.\n',
  'export.md':
    '# 내보내기\n\n문서를 PDF나 마크다운 파일로 내보낼 수 있습니다.\n\n## 일괄 내보내기\n\n전체 문서를 압축 파일 하나로 내려받습니다. 완료되면 이메일로 알려 드립니다.\n',
  'import.md':
    '# 가져오기\n\n다른 서비스의 문서를 가져올 수 있습니다.\n\n## 깃 저장소 연동\n\n깃 저장소를 연결하면 커밋할 때마다 문서가 동기화됩니다.\n\n## 워드 파일 가져오기\n\n워드 파일의 그림과 표도 함께 변환됩니다.\n',
  'security.md':
    '# 보안\n\n모든 데이터는 전송 중과 저장 시에 암호화됩니다.\n\n## 이중 인증\n\n이중 인증을 켜면 로그인할 때 일회용 코드를 입력해야 합니다.\n\n## 접속 기록\n\n최근 구십 일 동안의 접속 기록을 확인할 수 있습니다.\n',
  'api.md':
    '# API 사용\n\n문서를 프로그램으로 읽고 쓸 수 있습니다.\n\n## 토큰 발급\n\n설정 화면에서 토큰을 발급받아 요청 헤더에 넣습니다.\n\n```http\nAuthorization: Bearer hangang_token\n```\n\n## 요청 제한\n\n분당 육백 번을 넘는 요청은 거부됩니다.\n',
  'domain.md':
    '# 도메인 연결\n\n회사 도메인을 문서 사이트에 연결합니다.\n\n## DNS 설정\n\n도메인 관리 화면에서 CNAME 레코드를 추가합니다.\n\n## 인증서\n\n인증서는 자동으로 발급되고 갱신됩니다.\n',
};

const query = (kind: string, text: string, path: string): KnownItemQuery => ({ kind, query: text, path });

export const koreanQueries: KnownItemQuery[] = [
  query('title', '권한 설정', 'permissions.md'),
  query('title', '버전 기록', 'versions.md'),
  query('title', '내보내기', 'export.md'),
  query('title', '가져오기', 'import.md'),
  query('title', '도메인 연결', 'domain.md'),
  query('heading', '이중 인증', 'security.md'),
  query('heading', '세금계산서', 'billing.md'),
  query('heading', '게시 예약', 'publish.md'),
  query('heading', '단축키', 'editor.md'),
  query('heading', '검색 필터', 'search.md'),
  query('heading', '이전 버전 복원', 'versions.md'),
  query('text', '사업자등록번호', 'billing.md'),
  query('text', '일회용 코드', 'security.md'),
  query('text', '압축 파일', 'export.md'),
  query('text', '신용카드', 'billing.md'),
  query('particle', '토큰을 발급받는 방법', 'api.md'),
  query('particle', '초대가 만료되었습니다', 'members.md'),
  query('particle', '환불을 받고 싶어요', 'billing.md'),
  query('particle', '저장소와 동기화', 'import.md'),
  query('particle', '표에 행을 추가', 'editor.md'),
  query('spacing', '버전비교', 'versions.md'),
  query('spacing', '접속기록', 'security.md'),
  query('spacing', '세금 계산서', 'billing.md'),
  query('words', '비밀 링크 공유', 'permissions.md'),
  query('words', '인증서 갱신', 'domain.md'),
  query('mixed', 'CNAME 레코드', 'domain.md'),
  query('mixed', 'PDF로 내보내기', 'export.md'),
  query('mixed', 'api 요청 제한', 'api.md'),
  query('part', '암호', 'security.md'),
  query('part', '행', 'editor.md'),
];
