module kei-http

go 1.26.0
