/** Questions in whole sentences: in English about the documentation of this project, in Chinese about pages of our own. */
import type { KnownItemQuery } from './load-pages.ts';

const query = (kind: string, text: string, path: string, ...others: string[]): KnownItemQuery => ({
  kind,
  query: text,
  path,
  others,
});

export const englishQuestions: KnownItemQuery[] = [
  query('how', 'how do I use my own certificate authority', 'git/private-hosts.md'),
  query('how', 'how can I put the documentation on my own domain', 'publishing/custom-domains.md'),
  query('how', 'how do I get an old version of a page back', 'getting-started/history.md'),
  query('how', 'how do I send readers from an old address to the new page', 'publishing/redirects.md'),
  query('how', 'how do I move my docs from gitbook', 'getting-started/coming-from-gitbook.md'),
  query('how', 'how can I keep the files in an s3 bucket', 'running/storage.md'),
  query('how', 'how do I set up an smtp server', 'running/mail.md', 'running/configuration.md'),
  query('how', 'how do I make a backup of the database', 'running/backup.md'),
  query('how', 'how do I turn on a second factor for my account', 'people/account.md', 'running/sign-in.md'),
  query('how', 'how can somebody join without an invitation', 'people/invitations.md'),
  query('how', 'how do I put nginx in front of it', 'running/reverse-proxy.md'),
  // The page of the API says the same below “Password”.
  query('how', 'how do I protect a site with a password', 'publishing/access.md', 'api/site-readers.md'),
  // In the editor, it is what “Several people on one page” answers; in a change request, it is a conflict.
  query(
    'what',
    'what happens if two people change the same words',
    'getting-started/conflicts.md',
    'getting-started/writing.md',
  ),
  query(
    'what',
    'what is the difference between a section and a variant',
    'publishing/publish.md',
    'api/sites.md',
  ),
  query('what', 'what do I do if I have lost the token of the administrator', 'running/troubleshooting.md'),
  query('what', 'what does a cdn have to purge when a page changed', 'publishing/cdn.md'),
  query('what', 'which node version do I need', 'getting-started/install.md'),
  query('what', 'which roles can a member have', 'people/members.md', 'api/permissions.md', 'api/members.md'),
  query('what', 'where can I see who did what', 'people/audit-log.md', 'api/audit.md'),
  query('why', 'why are my pictures not shown', 'running/troubleshooting.md'),
  query('why', 'why does the api return 501', 'running/troubleshooting.md', 'api/errors.md'),
  query('why', 'my webhook deliveries fail, what should I do', 'api/webhooks.md'),
  query('can', 'can I use prometheus for metrics', 'running/monitoring.md'),
  query('can', 'can I write formulas and diagrams', 'getting-started/writing.md', 'git/pages.md'),
  query('can', 'can I use my own fonts', 'publishing/customization.md', 'api/customization.md'),
  query('can', 'can I translate my pages with a glossary', 'translations/README.md', 'api/translations.md'),
  query('can', 'can I host the site on github pages', 'publishing/static-files.md'),
  query('can', 'can an ai assistant read my documentation', 'publishing/machines.md'),
];

/** A documentation of a framework, whose pages are easily taken for each other. */
export const frameworkPages: Record<string, string> = {
  'README.md': '# 简介\n\n本框架用于构建用户界面。它提供声明式的组件模型,帮助你高效地开发应用。\n',
  'install.md':
    '# 安装\n\n需要 Node.js 18 或更高版本。\n\n## 创建应用\n\n在命令行运行 `npm create app` 并按照提示操作。\n\n## 通过 CDN 使用\n\n也可以直接在网页里引入脚本文件。\n',
  'template.md':
    '# 模板语法\n\n模板把数据绑定到页面。\n\n## 文本插值\n\n使用双大括号显示文本。\n\n## 原始内容\n\n不要对用户提供的内容使用原始 HTML,否则会造成脚本注入。\n',
  'reactivity.md':
    '# 响应式基础\n\n## 声明状态\n\n使用 `ref()` 声明响应式状态。\n\n## 深层响应\n\n修改嵌套的对象或数组时,界面也会更新。\n\n## 更新时机\n\n界面更新不是同步的,使用 `nextTick()` 等待更新完成。\n',
  'computed.md':
    '# 计算属性\n\n计算属性会缓存结果,只有依赖变化时才重新计算。\n\n## 可写的计算属性\n\n同时提供读取和写入函数。\n',
  'style.md':
    '# 类与样式绑定\n\n可以给元素动态绑定类名和内联样式。\n\n## 绑定对象\n\n对象的键是类名,值决定该类名是否生效。\n',
  'conditional.md': '# 条件渲染\n\n`v-if` 在条件为假时不渲染元素,`v-show` 只切换显示。\n',
  'list.md':
    '# 列表渲染\n\n用 `v-for` 渲染数组。\n\n## 用 key 管理状态\n\n为每一项提供唯一的键,避免顺序变化时状态错乱。\n',
  'events.md':
    '# 事件处理\n\n用 `@click` 监听点击。\n\n## 事件修饰符\n\n`.stop` 阻止冒泡,`.prevent` 阻止默认行为。\n\n## 按键修饰符\n\n监听回车键使用 `.enter`。\n',
  'forms.md':
    '# 表单输入绑定\n\n`v-model` 让输入框与数据双向同步。\n\n## 修饰符\n\n`.lazy` 在失去焦点以后才同步,`.number` 转换为数字。\n',
  'lifecycle.md':
    '# 生命周期\n\n组件从创建到卸载会经历多个阶段。\n\n## 注册钩子\n\n`onMounted` 在组件挂载以后执行,`onUnmounted` 适合清除定时器。\n',
  'watchers.md':
    '# 侦听器\n\n状态变化时执行副作用,例如请求接口。\n\n## 停止侦听\n\n调用返回的函数即可停止侦听。\n',
  'props.md':
    '# Props\n\n父组件通过 props 向子组件传递参数。\n\n## 声明\n\n每个参数可以有类型、默认值和校验函数。\n\n## 单向数据流\n\n子组件不能修改接收到的参数。\n',
  'emits.md': '# 组件事件\n\n子组件通过 `emit` 通知父组件。\n\n## 事件参数\n\n触发事件时可以附带额外的值。\n',
  'slots.md':
    '# 插槽\n\n父组件可以把模板内容交给子组件显示。\n\n## 具名插槽\n\n一个组件可以有多个出口。\n\n## 默认内容\n\n没有提供内容时显示默认内容。\n',
  'provide.md': '# 依赖注入\n\n避免逐层透传:祖先组件提供数据,任意深度的后代组件注入。\n',
  'async.md':
    '# 异步组件\n\n只在需要时才从服务器加载组件。\n\n## 加载与错误状态\n\n可以指定加载中和失败时显示的组件,以及超时时间。\n',
  'keep-alive.md':
    '# 缓存组件\n\n切换标签页时保留被移除组件的状态。\n\n## 最大缓存数\n\n超出数量时,最久没有访问的实例会被销毁。\n',
  'transition.md':
    '# 过渡动画\n\n元素进入和离开时应用动画。\n\n## 自定义过渡类名\n\n可以配合第三方动画库使用。\n',
  'routing.md':
    '# 路由\n\n单页应用根据地址显示不同的页面。\n\n## 路由守卫\n\n在跳转之前检查用户是否已经登录。\n\n## 动态路由\n\n地址中的一段可以是变量,例如用户编号。\n',
  'store.md':
    '# 状态管理\n\n多个组件共享的状态放在仓库里。\n\n## 持久化\n\n刷新页面以后状态会丢失,可以写入本地存储。\n',
  'testing.md': '# 测试\n\n单元测试、组件测试和端到端测试。\n\n## 模拟请求\n\n测试不应该访问真实的接口。\n',
  'ssr.md':
    '# 服务端渲染\n\n在服务器上生成网页,首屏更快,对搜索引擎更友好。\n\n## 激活不匹配\n\n服务器和浏览器生成的内容不同时会出现警告。\n',
  'performance.md':
    '# 性能优化\n\n## 页面加载\n\n减小打包体积,拆分代码。\n\n## 大型列表\n\n虚拟滚动只渲染可见的部分。\n',
  'security.md': '# 安全\n\n不要使用不可信的模板。报告漏洞请发送邮件。\n',
  'deploy.md':
    '# 部署到生产环境\n\n构建以后得到静态文件。\n\n## 不用打包工具\n\n使用 CDN 时请换成生产版本。\n\n## 追踪错误\n\n配置全局错误处理函数并上报。\n',
};

export const chineseQuestions: KnownItemQuery[] = [
  query('how', '怎么给组件传参数', 'props.md'),
  query('how', '如何在子组件里通知父组件', 'emits.md'),
  query('how', '怎样才能让两个组件共享数据', 'store.md'),
  query('how', '我想在组件卸载的时候清除定时器该怎么写', 'lifecycle.md'),
  query('how', '怎么阻止事件冒泡', 'events.md'),
  query('how', '怎么监听回车键', 'events.md'),
  query('how', '如何检查用户有没有登录', 'routing.md'),
  query('how', '怎么给元素加动画', 'transition.md'),
  query('how', '怎么让列表滚动更流畅', 'performance.md'),
  query('how', '请问如何等待界面更新完', 'reactivity.md'),
  query('how', '怎么设置默认值', 'props.md', 'slots.md'),
  query('how', '怎么根据条件显示元素', 'conditional.md'),
  query('what', '刷新页面后状态丢了怎么办', 'store.md'),
  query('what', '需要哪个版本的 Node', 'install.md'),
  query('what', 'v-if 和 v-show 有什么区别', 'conditional.md'),
  query('what', '计算属性和方法有什么不同', 'computed.md'),
  query('what', '为什么子组件不能改参数', 'props.md'),
  query('what', '输入框什么时候同步数据', 'forms.md'),
  query('what', '为什么要写 key', 'list.md'),
  query('can', '能不能只在用到的时候才加载组件', 'async.md'),
  query('can', '可以不用打包工具吗', 'deploy.md'),
  query('can', '一个组件能有几个插槽', 'slots.md'),
  query('can', '切换标签以后能保留状态吗', 'keep-alive.md'),
  query('can', '搜索引擎能收录我的网页吗', 'ssr.md'),
  query('can', '能不能动态改变类名', 'style.md'),
  query('can', '可不可以不一层一层地传数据', 'provide.md'),
];

export const japaneseQuestions: KnownItemQuery[] = [
  query('how', '予約の時間を変えるにはどうしたらいいですか', 'reservations.md'),
  query('how', 'お客さまの一覧をCSVから取り込むことはできますか', 'customers.md'),
  query('how', 'どうやって領収書を印刷しますか', 'invoices.md', 'printer.md'),
  query('how', 'スタッフの権限はどこで設定しますか', 'staff.md'),
  query('how', '祝日を営業日にしたいのですが', 'holidays.md'),
  query('how', 'APIのトークンはどこに書けばいいですか', 'api.md'),
  query('what', 'キャンセル料はいくらですか', 'cancel.md'),
  query('what', '売上はいつ振り込まれますか', 'payments.md'),
  query('what', '請求書の宛名を変更する方法を教えてください', 'invoices.md'),
  query('what', '端末に接続できないときはどうすればよいですか', 'payments.md'),
  query('what', '前の日にお知らせを送れますか', 'notifications.md'),
  query('what', '解約したらデータはどうなりますか', 'export.md'),
  query('what', 'ログインできなくなった', 'password.md'),
  query('what', '用紙がなくなったときは', 'printer.md'),
];
