// Renders the templates of a Helm chart as Helm does, with those of its functions that the chart uses.
// go run render-chart.go <chart> <values.json>, where the values are complete: {"Values":…,"Chart":…,"Release":…}
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

func main() {
	scope := map[string]any{}
	text, err := os.ReadFile(os.Args[2])
	check(err)
	check(json.Unmarshal(text, &scope))
	all := template.New("chart").Option("missingkey=error")
	functions := template.FuncMap{
		"include": func(name string, data any) (string, error) {
			out := &strings.Builder{}
			err := all.ExecuteTemplate(out, name, data)
			return out.String(), err
		},
		"contains":   func(part, whole string) bool { return strings.Contains(whole, part) },
		"hasPrefix":  func(prefix, whole string) bool { return strings.HasPrefix(whole, prefix) },
		"trimSuffix": func(suffix, whole string) string { return strings.TrimSuffix(whole, suffix) },
		"trunc": func(length int, whole string) string {
			if len(whole) > length {
				return whole[:length]
			}
			return whole
		},
		"quote": func(value any) string { return strconv.Quote(fmt.Sprint(value)) },
		"int": func(value any) (int, error) {
			number, err := strconv.ParseFloat(fmt.Sprint(value), 64)
			return int(number), err
		},
		"add": func(a, b int) int { return a + b },
		"default": func(otherwise, value any) any {
			if value == nil || value == "" {
				return otherwise
			}
			return value
		},
		"required": func(message string, value any) (any, error) {
			if value == nil || value == "" {
				return nil, errors.New(message)
			}
			return value, nil
		},
		"fail": func(message string) (string, error) { return "", errors.New(message) },
		// JSON is YAML.
		"toYaml": func(value any) (string, error) {
			text, err := json.Marshal(value)
			return string(text), err
		},
		"nindent": func(spaces int, text string) string {
			indent := strings.Repeat(" ", spaces)
			return "\n" + indent + strings.ReplaceAll(text, "\n", "\n"+indent)
		},
		"urlParse": func(text string) (map[string]any, error) {
			parsed, err := url.Parse(text)
			if err != nil {
				return nil, err
			}
			return map[string]any{"host": parsed.Host, "scheme": parsed.Scheme, "path": parsed.Path}, nil
		},
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	check(err)
	all.Funcs(functions)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		out := &strings.Builder{}
		check(all.ExecuteTemplate(out, name, scope))
		rendered[name] = out.String()
	}
	check(json.NewEncoder(os.Stdout).Encode(rendered))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
